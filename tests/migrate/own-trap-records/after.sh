#!/usr/bin/env bash
__skill_envelope
cleanup() { skill_say confidence=0.4 echo "Confidence: 0.4"; }
trap cleanup EXIT
echo work
