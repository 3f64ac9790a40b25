#!/usr/bin/env bash
set -u
echo "Rows: 3"
exec -a name bash ./other.sh 4
