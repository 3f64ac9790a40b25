#!/bin/sh
work() { sleep 0.1; echo "Job items: $1"; }
work 3 &
work 3 &
wait
nohup sleep 0.2 >/dev/null 2>&1 &
echo "Started: yes"
