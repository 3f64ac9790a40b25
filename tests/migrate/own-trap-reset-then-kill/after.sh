#!/usr/bin/env bash
__skill_envelope
trap 'echo cleaning; trap - TERM; kill -TERM $$' TERM
kill -TERM $$
echo never
