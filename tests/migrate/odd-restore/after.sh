#!/usr/bin/env bash
__skill_envelope; exec 3>&1
exec > quiet.log
echo "hidden"
exec 1>&3 3>&-
__skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
