#!/usr/bin/env bash
__skill_envelope; ln -s nowhere dangling
__skill_say deliverable echo "Created: dangling" # LEGACY (replaced with JSON): echo "Created: dangling"
