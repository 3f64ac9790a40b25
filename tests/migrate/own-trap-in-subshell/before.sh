#!/usr/bin/env bash
x=$(trap 'echo sub' EXIT; echo body)
echo "$x"
( trap 'echo sub2' EXIT; echo body2 )
