#!/usr/bin/env bash
__skill_envelope; echo "Total: 5 apples"
__skill_say metric echo "Total: 5" # LEGACY (replaced with JSON): echo "Total: 5"
