#!/usr/bin/env bash
__skill_envelope
trap 'echo never' EXIT
trap - EXIT
echo work
