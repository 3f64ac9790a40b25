#!/usr/bin/env bash
__skill_envelope; __skill_say metric printf '%s: %d\n' 'Passed' 5 'Failed' 0 # LEGACY (replaced with JSON): printf '%s: %d\n' 'Passed' 5 'Failed' 0
