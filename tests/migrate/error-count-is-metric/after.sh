#!/usr/bin/env bash
__skill_envelope; skill_say metric,error echo "❌ Failed: 0"
