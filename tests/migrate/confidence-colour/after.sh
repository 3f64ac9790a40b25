#!/usr/bin/env bash
__skill_envelope; G='\033[0;32m'; N='\033[0m'
CONF=0.81
__skill_say confidence,metric echo -e "   ${G}Confidence:${N} $CONF" # LEGACY (replaced with JSON): echo -e "   ${G}Confidence:${N} $CONF"
