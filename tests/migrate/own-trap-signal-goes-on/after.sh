#!/usr/bin/env bash
__skill_envelope
trap 'echo handler' TERM
kill -TERM $$
echo goes on
