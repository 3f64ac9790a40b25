#!/usr/bin/env bash
__skill_envelope
skill_say text,metric,error echo "❌ Failed: 0"
