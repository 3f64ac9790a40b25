#!/bin/sh
set -e
trap 'kill $job; wait $job' EXIT
sleep 1 & job=$!
echo "Items: 2"
