#!/usr/bin/env bash
__skill_envelope
touch a.txt
skill_say deliverable=a.txt echo "Created: a.txt"
skill_say deliverable=./a.txt echo "Updated: ./a.txt"
skill_say deliverable="$PWD/a.txt" echo "Saved to $PWD/a.txt"
