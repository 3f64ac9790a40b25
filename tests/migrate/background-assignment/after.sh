#!/usr/bin/env bash
__skill_envelope; A=1 19>&- sleep 0 &
wait
echo end
