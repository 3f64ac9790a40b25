#!/usr/bin/env bash
__skill_envelope
exec 3> log
echo to-log >&3
exec 2>&1
echo out
