#!/usr/bin/env bash
__skill_envelope
skill_say text,metric echo "Execution time: 123 ms"
