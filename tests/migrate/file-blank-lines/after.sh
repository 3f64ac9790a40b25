#!/usr/bin/env bash


# comment
__skill_envelope
set -e

echo "line $LINENO"
nosuchcommand_x || skill_say error echo "ERROR: not found"
