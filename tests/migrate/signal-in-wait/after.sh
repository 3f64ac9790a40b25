#!/usr/bin/env bash
__skill_envelope
sleep 3 &
echo start
wait $!
