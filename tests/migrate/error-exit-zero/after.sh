#!/usr/bin/env bash
__skill_envelope
skill_say error echo "ERROR: minor"
