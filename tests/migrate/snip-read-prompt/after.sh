#!/usr/bin/env bash
__skill_envelope; set -e
read -r -p "Continue? " -n 1 x
echo "got $x"
