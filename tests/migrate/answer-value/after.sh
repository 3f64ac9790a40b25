#!/usr/bin/env bash
set -e
__skill_envelope
dir=$(cd "$1" && pwd -P)
skill_say answer echo "${dir##*/}"
