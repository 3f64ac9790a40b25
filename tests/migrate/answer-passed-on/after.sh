#!/usr/bin/env bash
set -e
__skill_envelope
skill_say answer ls -d "$1" | tee log
{ skill_say answer basename "$1"; } | cat
