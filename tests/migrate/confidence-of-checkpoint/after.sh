#!/usr/bin/env bash
__skill_envelope; old=0.3
echo "State before resume:"
echo "  Phase: two"
echo "  Confidence: $old"
echo
skill_say confidence=0.9 echo "Confidence: 0.9"
