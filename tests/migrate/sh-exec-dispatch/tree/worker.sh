#!/bin/sh
echo "Items done: $#"
exit 3
