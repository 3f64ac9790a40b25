#!/usr/bin/env bash

set -euo pipefail
trap 'echo "cleaned up"' EXIT
echo "ERROR: no such file"
exit 5
