#!/usr/bin/env bash
set -e
__skill_envelope
read -r -p "Continue? " -n 1 x
echo "got $x"
