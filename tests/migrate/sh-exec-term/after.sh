#!/bin/sh
__skill_envelope
skill_say metric.items=2 echo "Items: 2"
skill_say handover exec sleep 1
