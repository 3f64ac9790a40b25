#!/bin/sh
set -e
__skill_envelope
step() {
  echo "step $1"
  [ "$1" != 2 ]
}
step 1
step 2
echo "never"
