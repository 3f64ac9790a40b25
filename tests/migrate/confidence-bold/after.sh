#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo "**Confidence:** 0.81"
skill_say metric.rows=5 echo "- **Rows**: 5"
skill_say metric.total=6 echo "**Total: 6**"
