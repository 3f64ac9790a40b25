#!/usr/bin/env bash
__skill_envelope; arm() { skill_say trap trap 'echo from-function' EXIT; }
arm
echo work
