#!/usr/bin/env bash
__skill_envelope
echo start
sleep 1
echo never
