#!/usr/bin/env bash
__skill_envelope; echo before
__skill_exec bash -c 'echo child; exit 5'
echo never
