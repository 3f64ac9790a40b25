#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "**Confidence:** 0.81" # LEGACY (replaced with JSON): echo "**Confidence:** 0.81"
__skill_say metric echo "- **Rows**: 5" # LEGACY (replaced with JSON): echo "- **Rows**: 5"
__skill_say metric echo "**Total: 6**" # LEGACY (replaced with JSON): echo "**Total: 6**"
