#!/usr/bin/env bash
__skill_envelope
skill_say error echo $'ERROR: x\xff\xc3\x28 \xed\xa0\x80 y'
exit 1
