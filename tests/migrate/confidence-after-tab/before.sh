#!/usr/bin/env bash
echo $'Confidence:\t0.79'
printf 'Rows:\t%d\n' 4
