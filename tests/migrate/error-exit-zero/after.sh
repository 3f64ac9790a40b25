#!/usr/bin/env bash
__skill_envelope; __skill_say error echo "ERROR: minor" # LEGACY (replaced with JSON): echo "ERROR: minor"
