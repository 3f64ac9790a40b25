#!/usr/bin/env bash
C=0.875
echo "Confidence: $(printf '%.1f%%' "$(awk -v c=$C 'BEGIN{print c*100}')")"
