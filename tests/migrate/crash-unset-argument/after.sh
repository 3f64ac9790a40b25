#!/usr/bin/env bash
__skill_envelope; set -e
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
name="${1:?a name is needed}"
__skill_say deliverable,metric echo "Created: $name" # LEGACY (replaced with JSON): echo "Created: $name"
