#!/usr/bin/env bash
__skill_envelope; RUN=printf
$RUN "a\n"
