#!/usr/bin/env bash
__skill_envelope
( skill_say background; sleep 0.05; skill_say confidence=0.52 echo "Confidence: 0.52" ) &
wait
