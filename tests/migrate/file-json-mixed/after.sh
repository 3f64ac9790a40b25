#!/usr/bin/env bash
__skill_envelope
echo "working"
echo "{\"a\": 1}"
