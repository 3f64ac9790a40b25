#!/bin/sh
__skill_envelope; work() { sleep 0.1; __skill_say metric echo "Job items: $1"; } # LEGACY (replaced with JSON): echo "Job items: $1"
9>&- work 3 &
9>&- work 3 &
wait
9>&- nohup sleep 0.2 >/dev/null 2>&1 &
echo "Started: yes"
