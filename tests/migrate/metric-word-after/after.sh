#!/usr/bin/env bash
__skill_envelope
echo "Total: 5 apples"
skill_say metric.total=5 echo "Total: 5"
