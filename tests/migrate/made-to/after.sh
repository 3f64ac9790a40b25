#!/usr/bin/env bash
__skill_envelope; mkdir out; touch out/r.md
__skill_say deliverable echo "Report saved to out/r.md" # LEGACY (replaced with JSON): echo "Report saved to out/r.md"
__skill_say deliverable echo "Results written to: out/r.md" # LEGACY (replaced with JSON): echo "Results written to: out/r.md"
