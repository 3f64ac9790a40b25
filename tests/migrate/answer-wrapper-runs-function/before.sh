#!/usr/bin/env bash
set -e

deploy() {
  echo first
  false
  echo never
}
export A=1
"$@"
