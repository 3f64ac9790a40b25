#!/usr/bin/env bash
__skill_envelope; echo start
__skill_exec sleep 5
