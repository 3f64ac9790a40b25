#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo never' EXIT
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
run() {

  __skill_exec ./plain.txt
}
run
