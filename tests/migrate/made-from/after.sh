#!/usr/bin/env bash
__skill_envelope
touch in.md out.html
skill_say deliverable=out.html echo "Generated out.html from in.md"
