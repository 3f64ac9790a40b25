#!/usr/bin/env bash
set -e

exec sh -c 'read -r line; echo "$line"; exit 3' cli "$@"
