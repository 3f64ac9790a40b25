#!/usr/bin/env bash
__skill_envelope; __skill_say error echo $'ERROR: x\xff\xc3\x28 \xed\xa0\x80 y' # LEGACY (replaced with JSON): echo $'ERROR: x\xff\xc3\x28 \xed\xa0\x80 y'
exit 1
