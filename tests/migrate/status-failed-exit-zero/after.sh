#!/usr/bin/env bash
__skill_envelope
skill_say failed echo "FAILED"
