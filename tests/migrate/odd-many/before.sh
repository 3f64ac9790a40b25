#!/usr/bin/env bash
# Many lines, long lines, many different labels.
for ((i = 0; i < 300; i++)); do echo "Label $i: $i"; done
head -c 400000 /dev/zero | tr '\0' x; echo
printf 'Created: %s\n' "$(head -c 300000 /dev/zero | tr '\0' y)"
for ((i = 0; i < 300; i++)); do echo "Label $i: 7"; done
