#!/usr/bin/env bash
__skill_envelope
skill_say deliverable=out.txt echo "Created: out.txt"
