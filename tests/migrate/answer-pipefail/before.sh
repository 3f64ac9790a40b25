#!/usr/bin/env bash
set -o pipefail

sh -c 'echo a; exit 4' | sort
