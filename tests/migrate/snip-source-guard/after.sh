#!/usr/bin/env bash
__skill_envelope
main() { skill_say metric.items echo "Items: $((${1-0}))"; }
if [[ "${BASH_SOURCE[0]}" == "${0}" ]]; then
  main 5
fi
