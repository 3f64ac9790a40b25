#!/bin/sh
echo "Rows: 3"
exec -a name true
