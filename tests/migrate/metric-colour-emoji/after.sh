#!/usr/bin/env bash
__skill_envelope; C='\033[36m'; R='\033[0m'
__skill_say metric echo -e "📊 ${C}Total Lines:${R} $((40+2))" # LEGACY (replaced with JSON): echo -e "📊 ${C}Total Lines:${R} $((40+2))"
