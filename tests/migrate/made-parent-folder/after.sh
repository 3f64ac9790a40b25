#!/usr/bin/env bash
__skill_envelope
mkdir -p w ../work/v
cd w
touch ../v/t.txt
skill_say deliverable=../v/t.txt echo "Created: ../v/t.txt"
