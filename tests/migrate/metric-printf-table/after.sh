#!/usr/bin/env bash
__skill_envelope
skill_say all,metric printf '%s: %d\n' 'Passed' 5 'Failed' 0
