#!/bin/sh
set -u
echo "Items: 4"
echo "value $NOT_SET_ANYWHERE"
echo "never"
