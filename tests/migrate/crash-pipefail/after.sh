#!/usr/bin/env bash
__skill_envelope; set -eo pipefail
false | cat
echo never
