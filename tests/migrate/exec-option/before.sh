#!/usr/bin/env bash
echo "Rows: 3"
exec -a name bash -c 'echo "I am $0"; exit 5'
