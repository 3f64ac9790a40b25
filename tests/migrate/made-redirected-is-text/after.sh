#!/usr/bin/env bash
__skill_envelope
touch a.txt
echo "Created: a.txt" > log
echo "Created: a.txt" | grep -c Created
