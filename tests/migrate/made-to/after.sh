#!/usr/bin/env bash
__skill_envelope
mkdir out; touch out/r.md
skill_say deliverable=out/r.md echo "Report saved to out/r.md"
skill_say deliverable=out/r.md echo "Results written to: out/r.md"
