#!/usr/bin/env bash
__skill_envelope
touch a.txt
skill_say deliverable="$PWD/a.txt" echo "Generated: $PWD/a.txt"
