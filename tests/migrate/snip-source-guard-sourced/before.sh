#!/usr/bin/env bash
main() { echo "Items: $((${1-0}))"; }
if [[ "${BASH_SOURCE[0]}" == "${0}" ]]; then
  main 5
fi
