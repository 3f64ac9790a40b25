#!/usr/bin/env bash
__skill_envelope
trap 'echo stopping; exit 0' TERM
kill -TERM $$
echo never
