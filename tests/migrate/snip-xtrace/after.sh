#!/usr/bin/env bash
__skill_envelope
set -x
true
set +x
echo done
