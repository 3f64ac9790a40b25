#!/usr/bin/env bash
__skill_envelope
touch "größe 文.txt"
skill_say text,deliverable echo "Created: größe 文.txt"
