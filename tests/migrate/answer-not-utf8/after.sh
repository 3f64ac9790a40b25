#!/usr/bin/env bash
set -e
__skill_envelope
skill_say answer tail -c 99 "$1"
