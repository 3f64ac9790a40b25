#!/bin/sh
__skill_envelope; __skill_say metric echo "Items: 4"
sleep 1
echo never
