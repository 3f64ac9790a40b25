#!/bin/bash -eu
echo "Items: 1"
false
