#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo $'Confidence:\t0.79' # LEGACY (replaced with JSON): echo $'Confidence:\t0.79'
__skill_say metric printf 'Rows:\t%d\n' 4 # LEGACY (replaced with JSON): printf 'Rows:\t%d\n' 4
