#!/bin/sh
# As sourced-guarded; the envelope of this file is not that of the one that is sourced.
__skill_envelope
. ./tool.sh
touch out.txt
made out.txt
finish sh -c 'echo gone; exit 4'
