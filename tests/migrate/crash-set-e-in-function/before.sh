#!/usr/bin/env bash
set -euo pipefail
f() {
  echo in
  ls /nonexistent-x 2>/dev/null
}
f
