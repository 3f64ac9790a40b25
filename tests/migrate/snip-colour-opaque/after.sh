#!/usr/bin/env bash
__skill_envelope
Y='\033[1;33m'; NC='\033[0m'
D='a.ts b.ts'
echo -e "   ${Y}Deliverables:${NC} $D"
