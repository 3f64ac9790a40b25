#!/bin/sh
__skill_envelope
skill_say metric.items=2 echo "Items: 2"
skill_say handover exec sh -c 'echo "child $1"; cat; exit 5' child "$1"
