#!/usr/bin/env bash
__skill_envelope; set -e
( __skill_say metric echo "Rows: 1"; false; echo no ) # LEGACY (replaced with JSON): echo "Rows: 1"
echo no
