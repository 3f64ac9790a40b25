#!/usr/bin/env bash
trap 'kill 0' EXIT
sleep 20 &
echo "Rows: 3"
