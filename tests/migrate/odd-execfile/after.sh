#!/usr/bin/env bash
__skill_envelope
skill_say metric.items=1 echo "Items: 1"
exec > out.txt
echo "Items: 2 in file"
skill_say error echo "ERROR: in file"
