#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo stopping; exit 0' TERM
kill -TERM $$
echo never
