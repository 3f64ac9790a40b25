#!/usr/bin/env bash
__skill_envelope
A=1 sleep 0 &
wait
echo end
