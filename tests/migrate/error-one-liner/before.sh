#!/usr/bin/env bash
[[ -z "${1-}" ]] && { echo "Error: usage"; exit 1; }
echo ok
