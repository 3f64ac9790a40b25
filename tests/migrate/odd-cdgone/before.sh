#!/usr/bin/env bash
mkdir d; cd d; rmdir ../d
echo "Items: 4"
echo "Created: x.txt"
