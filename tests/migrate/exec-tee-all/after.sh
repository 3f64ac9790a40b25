#!/usr/bin/env bash
__skill_envelope; LOG=run.log
exec > >(tee -a "$LOG") 2>&1
echo one
echo two >&2
sleep 0.2
