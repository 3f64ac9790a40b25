#!/usr/bin/env bash
set -u
__skill_envelope
echo start
echo "$NOT_SET"
