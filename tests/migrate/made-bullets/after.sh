#!/usr/bin/env bash
__skill_envelope
touch a.txt "b c.txt"
skill_say text,deliverable echo "Created:"
for f in a.txt "b c.txt"; do skill_say text,deliverable echo "  - $f"; done
echo "Notes:"
echo "  - case.toml"
