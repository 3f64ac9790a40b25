#!/usr/bin/env bash
__skill_envelope; F=out.txt
if [ -n "${1-}" ]; then touch $F; __skill_say deliverable,metric echo "📁 Saved: $F"; else __skill_say deliverable,metric echo "📁 Saved: $F"; __skill_say deliverable,error echo "❌ not written"; exit 1; fi # LEGACY (replaced with JSON): echo "📁 Saved: $F"
