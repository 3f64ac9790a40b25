#!/usr/bin/env bash
__skill_envelope
echo start
while true; do true; done
