#!/usr/bin/env bash
__skill_envelope
while read -r name; do
  skill_say answer basename "$name"
done
