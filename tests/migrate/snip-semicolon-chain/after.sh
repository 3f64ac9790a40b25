#!/usr/bin/env bash
__skill_envelope
a() { skill_say metric.items=1 echo "Items: 1"; return 1; }; a || { skill_say error echo "Error: a failed"; exit 4; }
