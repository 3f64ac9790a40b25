#!/usr/bin/env bash
__skill_envelope
echo start
skill_say handover exec sleep 5
