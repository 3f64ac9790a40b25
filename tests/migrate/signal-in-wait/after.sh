#!/usr/bin/env bash
__skill_envelope; 9>&- sleep 3 &
echo start
wait $!
