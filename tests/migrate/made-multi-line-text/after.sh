#!/usr/bin/env bash
__skill_envelope; touch a.txt b.txt
__skill_say deliverable echo -e "Created:\n  - a.txt\n  - b.txt\nend" # LEGACY (replaced with JSON): echo -e "Created:\n  - a.txt\n  - b.txt\nend"
