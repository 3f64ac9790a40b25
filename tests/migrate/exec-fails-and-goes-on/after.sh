#!/usr/bin/env bash
__skill_envelope
shopt -s execfail
trap 'echo "tidied $?"' EXIT

skill_say handover exec ./none || skill_say metric.first echo "first: $?"
skill_say handover exec no-such-program-here
skill_say metric.second echo "second: $?"
skill_say handover exec . || skill_say metric.third echo "third: $?"
skill_say handover exec ./script || skill_say metric.fourth echo "fourth: $?"
skill_say metric.items=3 echo "Items: 3"
