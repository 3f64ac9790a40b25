#!/usr/bin/env bash
__skill_envelope
skill_say deliverable=notes.txt echo "Created: notes.txt"
skill_say metric.items=3 echo "Items: 3"
touch notes.txt
