#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo handler' TERM
kill -TERM $$
echo goes on
