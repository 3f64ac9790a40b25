#!/bin/sh
__skill_envelope; __skill_say confidence printf '\033[32mConfidence:\033[0m %s\n' 0.75
__skill_say all,metric printf '%b' 'Rows: 5\nColumns: 6\n'
__skill_say metric printf 'Parts: '
__skill_say metric printf '%s\n' 8
