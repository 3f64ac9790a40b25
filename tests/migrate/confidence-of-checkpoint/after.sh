#!/usr/bin/env bash
old=0.3
__skill_envelope
echo "State before resume:"
echo "  Phase: two"
echo "  Confidence: $old"
echo
skill_say confidence=0.9 echo "Confidence: 0.9"
