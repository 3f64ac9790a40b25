#!/usr/bin/env bash


# comment
__skill_envelope
set -e

echo "line $LINENO"
nosuchcommand_x || __skill_say error echo "ERROR: none" # LEGACY (replaced with JSON): echo "ERROR: none"
