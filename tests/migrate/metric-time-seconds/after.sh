#!/usr/bin/env bash
__skill_envelope; skill_say metric echo "Duration: 1.5s"
