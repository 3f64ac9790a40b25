#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Total: 5." # LEGACY (replaced with JSON): echo "Total: 5."
__skill_say metric echo "Rows: 7" # LEGACY (replaced with JSON): echo "Rows: 7"
