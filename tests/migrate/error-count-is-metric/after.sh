#!/usr/bin/env bash
__skill_envelope; __skill_say metric,error echo "❌ Failed: 0" # LEGACY (replaced with JSON): echo "❌ Failed: 0"
