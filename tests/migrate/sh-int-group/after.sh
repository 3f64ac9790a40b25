#!/bin/sh
__skill_envelope
echo ready
sleep 5
echo never
