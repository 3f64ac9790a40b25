#!/usr/bin/env bash
__skill_envelope
set -C

skill_say answer cat "$1"
