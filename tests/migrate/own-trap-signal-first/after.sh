#!/usr/bin/env bash
__skill_envelope
trap 'echo handler; exit 9' TERM
kill -TERM $$
sleep 1
echo never
