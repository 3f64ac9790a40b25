#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo handler; exit 9' TERM
kill -TERM $$
sleep 1
echo never
