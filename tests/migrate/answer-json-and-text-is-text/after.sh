#!/usr/bin/env bash
set -e
__skill_envelope
skill_say answer sh -c 'echo "{\"a\": 1}"'
skill_say answer sh -c 'echo "{\"a\": 2}"'
