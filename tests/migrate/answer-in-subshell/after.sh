#!/usr/bin/env bash
set -e
__skill_envelope
( cd / && skill_say answer ls -d usr )
skill_say answer ls -d /usr | cat
