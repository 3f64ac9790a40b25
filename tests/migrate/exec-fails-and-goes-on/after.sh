#!/usr/bin/env bash
__skill_envelope; shopt -s execfail
__skill_trap 'echo "tidied $?"' EXIT

__skill_exec ./none || __skill_say metric echo "first: $?" # LEGACY (replaced with JSON): echo "first: $?"
__skill_exec no-such-program-here
__skill_say metric echo "second: $?" # LEGACY (replaced with JSON): echo "second: $?"
__skill_exec . || __skill_say metric echo "third: $?" # LEGACY (replaced with JSON): echo "third: $?"
__skill_exec ./script || __skill_say metric echo "fourth: $?" # LEGACY (replaced with JSON): echo "fourth: $?"
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
