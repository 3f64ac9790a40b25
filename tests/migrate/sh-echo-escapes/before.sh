#!/bin/sh
printf '\033[32mConfidence:\033[0m %s\n' 0.75
printf '%b' 'Rows: 5\nColumns: 6\n'
printf 'Parts: '
printf '%s\n' 8
