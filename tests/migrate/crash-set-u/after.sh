#!/usr/bin/env bash
__skill_envelope; set -u
echo start
echo "$NOT_SET"
