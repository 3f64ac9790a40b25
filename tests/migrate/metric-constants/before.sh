#!/usr/bin/env bash
echo "Items: 3"
echo "zod: 4.3.6"
echo "Response: $BODY"
echo "Platform detected: $PLATFORM"
printf '%b\n' "Max iterations: ${1:-10}"
main() { while [ $# -gt 0 ]; do case $1 in --filter) FILTER=$2; shift 2;; *) shift;; esac; done; echo "Filter: $FILTER"; }
main "$@"
