#!/usr/bin/env bash
touch a.txt
echo "Created: a.txt"
echo "Updated: ./a.txt"
echo "Saved to $PWD/a.txt"
