#!/usr/bin/env bash
__skill_envelope
C=0.875
skill_say text,confidence echo "Confidence: $(printf '%.1f%%' "$(awk -v c=$C 'BEGIN{print c*100}')")"
