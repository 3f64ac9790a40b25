#!/usr/bin/env bash
__skill_envelope
{ skill_say background; sleep 0.05; echo in-job; } &
while skill_say background; :; do break; done &
for i in 1; do skill_say background; :; done &
if skill_say background; true; then :; fi &
wait
echo end
