#!/usr/bin/env bash
__skill_envelope
f() { exit 9; }
echo x
f
