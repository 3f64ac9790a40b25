#!/bin/sh
__skill_envelope; set -e
step() {
  echo "step $1"
  [ "$1" != 2 ]
}
step 1
step 2
echo "never"
