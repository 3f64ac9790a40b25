#!/usr/bin/env bash
__skill_envelope
skill_say deliverable=late.txt echo "Created: late.txt"
touch late.txt
