#!/usr/bin/env bash
__skill_envelope; { exec 9>&-; sleep 0.05; echo in-job; } &
while exec 9>&-; :; do break; done &
for i in 1; do exec 9>&-; :; done &
if exec 9>&-; true; then :; fi &
wait
echo end
