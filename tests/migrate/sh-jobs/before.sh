#!/bin/sh
work() { sleep 0.1; echo "Job items: $(($1))"; }
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  work 3 &
done
wait
nohup sleep 0.2 >/dev/null 2>&1 &
echo "Started: yes"
