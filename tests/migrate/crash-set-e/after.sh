#!/usr/bin/env bash
set -e
__skill_envelope
echo a
false
echo b
