#!/usr/bin/env bash
set -e
__skill_envelope
skill_say answer,stderr sh -c 'echo out; echo err >&2; echo more' 2>&1
