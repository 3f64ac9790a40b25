#!/usr/bin/env bash
__skill_envelope
trap '' TERM
kill -TERM $$
echo survived
