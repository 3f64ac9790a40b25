#!/usr/bin/env bash
__skill_envelope
touch a.txt b.txt "c d.txt"
skill_say text,deliverable,metric echo "Created 2 files: a.txt, b.txt"
skill_say text,deliverable echo "Wrote 1 file: c d.txt"
