#!/usr/bin/env bash
__skill_envelope
trap 'echo never' EXIT
skill_say metric.items=3 echo "Items: 3"
run() {

  skill_say handover exec ./plain.txt
}
run
