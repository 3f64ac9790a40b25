#!/usr/bin/env bash
nohup sleep 1 >/dev/null 2>&1 &
disown
echo started
