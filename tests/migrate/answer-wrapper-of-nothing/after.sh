#!/usr/bin/env bash
set -u
__skill_envelope
export A=1
skill_say answer "$@"
