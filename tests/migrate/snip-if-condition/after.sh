#!/usr/bin/env bash
__skill_envelope; if __skill_say metric echo "Items: 1" && true; then __skill_say metric echo "Rows: 2"; fi # LEGACY (replaced with JSON): echo "Items: 1"
! __skill_say metric echo "Cols: 3" || true # LEGACY (replaced with JSON): echo "Cols: 3"
