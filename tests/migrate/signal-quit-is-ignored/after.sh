#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Rows: 1" # LEGACY (replaced with JSON): echo "Rows: 1"
kill -QUIT $$
__skill_say metric echo "Rows: 2" # LEGACY (replaced with JSON): echo "Rows: 2"
