#!/usr/bin/env bash
LOG=run.log
__skill_envelope
exec > >(tee -a "$LOG") 2>&1
echo one
echo two >&2
sleep 0.2
