#!/usr/bin/env bash
set -u
__skill_envelope
skill_say answer no-such-program "$1"
