#!/usr/bin/env bash
__skill_envelope; arm() { __skill_trap 'echo from-function' EXIT; }
arm
echo work
