#!/usr/bin/env bash
__skill_envelope
skill_say error printf 'ERROR: a\tb\x01\x1f\x7f\n'
exit 1
