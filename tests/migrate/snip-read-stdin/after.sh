#!/usr/bin/env bash
__skill_envelope
while read -r l; do echo "line $l"; done
