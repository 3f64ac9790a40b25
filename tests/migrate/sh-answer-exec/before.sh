#!/bin/sh
set -eu

exec sh -c 'read -r line; echo "$line"; exit 3' cli "$@"
