#!/usr/bin/env bash
__skill_envelope
exec 3>&1
exec > quiet.log
echo "hidden"
exec 1>&3 3>&-
skill_say metric.items=4 echo "Items: 4"
