#!/usr/bin/env bash
__skill_envelope; skill_say status echo "FAILED"
