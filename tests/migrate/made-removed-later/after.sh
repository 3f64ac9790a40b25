#!/usr/bin/env bash
__skill_envelope
touch a b
skill_say deliverable=a echo "Created: a"
skill_say deliverable=b echo "Created: b"
rm a
