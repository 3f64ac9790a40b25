#!/usr/bin/env bash
__skill_envelope
touch out.txt
skill_say deliverable=out.txt echo "Created: out.txt"
