#!/usr/bin/env bash
touch "größe 文.txt"
echo "Created: größe 文.txt"
