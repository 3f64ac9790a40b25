#!/usr/bin/env bash
__skill_envelope; __skill_say error echo "❌ build broke" # LEGACY (replaced with JSON): echo "❌ build broke"
__skill_say error echo "✗ and this" # LEGACY (replaced with JSON): echo "✗ and this"
exit 1
