#!/usr/bin/env bash
__skill_envelope
F=out.txt
if [ -n "${1-}" ]; then touch $F; skill_say deliverable="$F" echo "📁 Saved: $F"; else skill_say deliverable="$F" echo "📁 Saved: $F"; skill_say error \
  echo "❌ not written"; exit 1; fi
