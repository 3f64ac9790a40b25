#!/usr/bin/env bash
__skill_envelope
touch a.txt b.txt
skill_say all,deliverable echo -e "Created:\n  - a.txt\n  - b.txt\nend"
