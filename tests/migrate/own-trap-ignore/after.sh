#!/usr/bin/env bash
__skill_envelope; skill_say trap trap '' TERM
kill -TERM $$
echo survived
