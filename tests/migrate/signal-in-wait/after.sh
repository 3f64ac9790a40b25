#!/usr/bin/env bash
__skill_envelope; 19>&- sleep 3 &
echo start
wait $!
