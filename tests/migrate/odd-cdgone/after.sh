#!/usr/bin/env bash
__skill_envelope; mkdir d; cd d; rmdir ../d
__skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
__skill_say deliverable echo "Created: x.txt" # LEGACY (replaced with JSON): echo "Created: x.txt"
