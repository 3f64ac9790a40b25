#!/usr/bin/env bash
# The lock of a sourced file stands on the descriptor that would keep stdout, or on that of the events.
__skill_envelope
lib=$(dirname "$0")/lib/lock.sh
source "$lib"
lock work.lock
for n in 1 2; do
  (echo "Item $n done"; skill_say metric.items echo "Items: $((n))")
done
echo held >&9
