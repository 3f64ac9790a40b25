#!/bin/sh
__skill_envelope
skill_say metric.items=4 echo "Items: 4"
sleep 1
echo never
