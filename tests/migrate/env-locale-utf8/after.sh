#!/usr/bin/env bash
__skill_envelope
touch "ä.txt"
skill_say text,deliverable echo "Created: ä.txt"
skill_say error echo "❌ größer"
