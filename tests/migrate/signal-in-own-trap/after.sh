#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo leaving; kill -TERM $$; sleep 0.1' EXIT
__skill_say metric echo "Rows: 1" # LEGACY (replaced with JSON): echo "Rows: 1"
