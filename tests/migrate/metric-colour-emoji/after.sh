#!/usr/bin/env bash
__skill_envelope
C='\033[36m'; R='\033[0m'
skill_say metric.total_lines echo -e "📊 ${C}Total Lines:${R} $((40+2))"
