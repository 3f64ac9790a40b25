#!/usr/bin/env bash
{ sleep 0.05; echo in-job; } &
while :; do break; done &
for i in 1; do :; done &
if true; then :; fi &
wait
echo end
