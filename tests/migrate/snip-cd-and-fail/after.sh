#!/usr/bin/env bash
set -e
__skill_envelope
echo go
mkdir d
cd d
cp nope here 2>/dev/null
