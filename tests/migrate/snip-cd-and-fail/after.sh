#!/usr/bin/env bash
__skill_envelope; set -e
echo go
mkdir d
cd d
cp nope here 2>/dev/null
