#!/usr/bin/env bash
__skill_envelope
words="FAIL $1 the parser"
skill_say failed echo "$words"
echo "FAIL-SAFE is on"
echo "FAIL 3"
