#!/usr/bin/env bash
sleep 2 >/dev/null 2>&1 &
echo "started"
