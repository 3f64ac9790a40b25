#!/usr/bin/env bash
i=0
echo start
while :; do i=$((i+1)); done
