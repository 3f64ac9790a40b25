#!/usr/bin/env bash
set -eo pipefail
false | cat
echo never
