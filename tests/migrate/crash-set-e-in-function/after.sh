#!/usr/bin/env bash
__skill_envelope; set -euo pipefail
f() {
  echo in
  ls /nonexistent-x 2>/dev/null
}
f
