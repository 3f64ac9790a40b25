#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Duration: 1.5s" # LEGACY (replaced with JSON): echo "Duration: 1.5s"
