#!/bin/sh
__skill_envelope
echo ready
sleep 1
echo never
