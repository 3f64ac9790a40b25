#!/usr/bin/env bash
__skill_envelope
trap 'echo "tidied $?"' EXIT
skill_say metric.items=3 echo "Items: 3"
false
skill_say handover exec no-such-program-here
