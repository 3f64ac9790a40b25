#!/usr/bin/env bash
echo "Created: notes.txt"
echo "Items: 3"
touch notes.txt
