#!/bin/sh
echo "Items: 4"
sleep 1
echo never
