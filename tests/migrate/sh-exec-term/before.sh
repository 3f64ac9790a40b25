#!/bin/sh
echo "Items: 2"
exec sleep 1
