#!/usr/bin/env bash
set -euo pipefail
__skill_envelope
f() {
  echo in
  ls /nonexistent-x 2>/dev/null
}
f
