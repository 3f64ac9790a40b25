#!/bin/sh
__skill_envelope; skill_say trap trap 'echo never' EXIT
trap - EXIT
trap 'echo never' TERM
trap - TERM
skill_say metric.items=2 echo "Items: 2"
