#!/usr/bin/env bash
__skill_envelope; __skill_say confidence printf 'Confidence: %.1f %%\n' 87.5 # LEGACY (replaced with JSON): printf 'Confidence: %.1f %%\n' 87.5
