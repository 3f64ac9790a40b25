#!/bin/sh
__skill_envelope
trap 'echo never' EXIT
trap - EXIT
trap 'echo never' TERM
trap - TERM
skill_say metric.items=2 echo "Items: 2"
