#!/usr/bin/env bash
__skill_envelope; n=2
__skill_say deliverable,metric echo "Modified $n files" # LEGACY (replaced with JSON): echo "Modified $n files"
__skill_say metric echo "Created 3 files" # LEGACY (replaced with JSON): echo "Created 3 files"
__skill_say metric echo "Files deleted: 1" # LEGACY (replaced with JSON): echo "Files deleted: 1"
