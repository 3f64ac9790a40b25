#!/usr/bin/env bash
__skill_envelope; set -e
echo a
false
echo b
