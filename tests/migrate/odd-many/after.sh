#!/usr/bin/env bash
# Many lines, long lines, many different labels.
__skill_envelope
for ((i = 0; i < 300; i++)); do skill_say text,metric echo "Label $i: $i"; done
head -c 400000 /dev/zero | tr '\0' x; echo
skill_say text,deliverable printf 'Created: %s\n' "$(head -c 300000 /dev/zero | tr '\0' y)"
for ((i = 0; i < 300; i++)); do skill_say text,metric echo "Label $i: 7"; done
