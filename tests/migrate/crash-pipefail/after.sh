#!/usr/bin/env bash
set -eo pipefail
__skill_envelope
false | cat
echo never
