#!/usr/bin/env bash
__skill_envelope
x=$(trap 'echo sub' EXIT; echo body)
echo "$x"
( trap 'echo sub2' EXIT; echo body2 )
