#!/bin/sh
set -eu
__skill_envelope
skill_say handover,answer exec sh -c 'read -r line; echo "$line"; exit 3' cli "$@"
