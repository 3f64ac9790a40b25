#!/usr/bin/env bash
__skill_envelope; skill_say metric echo "Execution time: 123 ms"
