#!/usr/bin/env bash
__skill_envelope; trap 'echo cleaning; __skill_trap - TERM; kill -TERM $$' TERM
kill -TERM $$
echo never
