#!/usr/bin/env bash
__skill_envelope; w() { __skill_say metric echo "Worker jobs: 4"; } # LEGACY (replaced with JSON): echo "Worker jobs: 4"
9>&- w &
wait
