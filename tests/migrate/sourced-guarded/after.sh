#!/usr/bin/env bash
# A library that is a script, too: its lines were edited, and tell the values of the script that sources it.
__skill_envelope
. ./tool.sh
prepare
touch out.txt
made out.txt
(score)
echo plain
finish sh -c 'echo gone; exit 4'
