#!/usr/bin/env bash
__skill_envelope; { exec 19>&-; sleep 0.05; echo in-job; } &
while exec 19>&-; :; do break; done &
for i in 1; do exec 19>&-; :; done &
if exec 19>&-; true; then :; fi &
wait
echo end
