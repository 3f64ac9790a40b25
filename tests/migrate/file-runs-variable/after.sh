#!/usr/bin/env bash
RUN=printf
__skill_envelope
$RUN "a\n"
