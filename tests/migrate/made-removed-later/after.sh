#!/usr/bin/env bash
__skill_envelope; touch a b
__skill_say deliverable echo "Created: a" # LEGACY (replaced with JSON): echo "Created: a"
__skill_say deliverable echo "Created: b" # LEGACY (replaced with JSON): echo "Created: b"
rm a
