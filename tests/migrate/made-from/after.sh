#!/usr/bin/env bash
__skill_envelope; touch in.md out.html
__skill_say deliverable echo "Generated out.html from in.md" # LEGACY (replaced with JSON): echo "Generated out.html from in.md"
