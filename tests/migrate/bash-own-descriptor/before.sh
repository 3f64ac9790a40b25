#!/usr/bin/env bash
exec 19>log.txt
echo "Rows: 3"
echo locked >&19
