#!/bin/sh
__skill_envelope; __skill_say metric echo "Items: 2"
__skill_exec sh -c 'echo "child $1"; cat; exit 5' child "$1"
