#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo cleaning; skill_say trap trap - TERM; kill -TERM $$' TERM
kill -TERM $$
echo never
