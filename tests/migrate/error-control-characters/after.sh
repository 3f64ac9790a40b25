#!/usr/bin/env bash
__skill_envelope; __skill_say error printf 'ERROR: a\tb\x01\x1f\x7f\n' # LEGACY (replaced with JSON): printf 'ERROR: a\tb\x01\x1f\x7f\n'
exit 1
