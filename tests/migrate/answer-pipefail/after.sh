#!/usr/bin/env bash
set -o pipefail
__skill_envelope
sh -c 'echo a; exit 4' | skill_say answer sort
