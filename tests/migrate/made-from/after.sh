#!/usr/bin/env bash
__skill_envelope
touch in.md out.html
skill_say text,deliverable echo "Generated out.html from in.md"
