#!/usr/bin/env bash
touch "ä.txt"
echo "Created: ä.txt"
echo "❌ größer"
