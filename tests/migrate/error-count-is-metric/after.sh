#!/usr/bin/env bash
__skill_envelope
skill_say metric.failed=0 echo "❌ Failed: 0"
