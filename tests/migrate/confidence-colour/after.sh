#!/usr/bin/env bash
__skill_envelope
G='\033[0;32m'; N='\033[0m'
CONF=0.81
skill_say confidence="$CONF" echo -e "   ${G}Confidence:${N} $CONF"
