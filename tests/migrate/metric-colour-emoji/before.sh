#!/usr/bin/env bash
C='\033[36m'; R='\033[0m'
echo -e "📊 ${C}Total Lines:${R} $((40+2))"
