#!/bin/sh
trap 'wait; echo "all done"' EXIT
(sleep 0.2; echo "job") &
echo "Items: 2"
