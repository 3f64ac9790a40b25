#!/usr/bin/env bash
__skill_envelope
arm() { trap 'echo from-function' EXIT; }
arm
echo work
