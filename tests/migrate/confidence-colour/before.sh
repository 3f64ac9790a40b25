#!/usr/bin/env bash
G='\033[0;32m'; N='\033[0m'
CONF=0.81
echo -e "   ${G}Confidence:${N} $CONF"
