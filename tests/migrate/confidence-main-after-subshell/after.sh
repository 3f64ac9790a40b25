#!/usr/bin/env bash
__skill_envelope
( skill_say confidence=0.31 echo "Confidence: 0.31" )
skill_say confidence=0.32 echo "Confidence: 0.32"
( skill_say confidence=0.33 echo "Confidence: 0.33" )
