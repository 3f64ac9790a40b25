#!/bin/sh
__skill_envelope
work() { sleep 0.1; skill_say metric.job_items echo "Job items: $(($1))"; }
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  7>&- work 3 &
done
wait
7>&- nohup sleep 0.2 >/dev/null 2>&1 &
echo "Started: yes"
