#!/bin/sh
__skill_envelope; __skill_say metric echo "Items: 2"
__skill_exec sleep 1
