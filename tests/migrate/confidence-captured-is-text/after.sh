#!/usr/bin/env bash
__skill_envelope
f() { echo "Confidence: 0.1"; }
x=$(f)
echo "got ${#x}"
