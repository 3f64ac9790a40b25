#!/usr/bin/env bash
__skill_envelope; mkdir build
__skill_say deliverable echo "Created build/" # LEGACY (replaced with JSON): echo "Created build/"
