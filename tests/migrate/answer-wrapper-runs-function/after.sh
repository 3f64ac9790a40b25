#!/usr/bin/env bash
set -e
__skill_envelope
deploy() {
  echo first
  false
  echo never
}
export A=1
skill_say answer "$@"
