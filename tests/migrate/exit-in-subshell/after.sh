#!/usr/bin/env bash
__skill_envelope
( exit 5 )
echo "rc $?"
