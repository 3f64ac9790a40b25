#!/bin/sh
exec 7>log
echo "Rows: 3" 
(echo "ERROR: x")
sleep 0 &
wait
echo lo >&7
