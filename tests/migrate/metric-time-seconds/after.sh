#!/usr/bin/env bash
__skill_envelope
skill_say text,metric echo "Duration: 1.5s"
