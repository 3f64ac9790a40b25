#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Execution time: 123 ms" # LEGACY (replaced with JSON): echo "Execution time: 123 ms"
