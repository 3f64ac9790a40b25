#!/usr/bin/env bash
__skill_envelope
PATH=
f=x
skill_say confidence=0.9 echo "Confidence: 0.9"
( skill_say metric.items=3 echo "Items: 3" )
