#!/usr/bin/env bash
exec() { echo "would run $*"; }
exec ls
echo "Items: 3"
