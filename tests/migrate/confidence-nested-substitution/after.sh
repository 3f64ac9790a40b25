#!/usr/bin/env bash
__skill_envelope; C=0.875
__skill_say confidence,metric echo "Confidence: $(printf '%.1f%%' "$(awk -v c=$C 'BEGIN{print c*100}')")" # LEGACY (replaced with JSON): echo "Confidence: $(printf '%.1f%%' "$(awk -v c=$C 'BEGIN{print c*100}')")"
