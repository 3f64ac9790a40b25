#!/usr/bin/env bash


# comment

set -e
__skill_envelope
echo "line $LINENO"
nosuchcommand_x || skill_say error echo "ERROR: not found"
