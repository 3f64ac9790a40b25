#!/usr/bin/env bash
__skill_envelope
echo "SUCCESS"
exit 7
