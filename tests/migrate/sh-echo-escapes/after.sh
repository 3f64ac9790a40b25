#!/bin/sh
__skill_envelope
skill_say text,confidence printf '\033[32mConfidence:\033[0m %s\n' 0.75
skill_say all,metric printf '%b' 'Rows: 5\nColumns: 6\n'
skill_say text,metric printf 'Parts: '
skill_say text,metric printf '%s\n' 8
