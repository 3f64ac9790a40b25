#!/usr/bin/env bash
__skill_envelope
echo start
sleep 5
echo never
