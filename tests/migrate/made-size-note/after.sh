#!/usr/bin/env bash
__skill_envelope
touch a.txt
skill_say deliverable=a.txt echo "Created a.txt (0 bytes)"
