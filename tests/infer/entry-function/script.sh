#!/bin/bash
# deploy
cmd="${1:-status}"
main() {
  local action=$1
  local target="${2:?target is missing}"
  shift 2
  case "$action" in
    up|down) echo "$action" ;;
    status) echo ok;;
    *) echo "Usage: $0 up|down|status TARGET"; exit 64;;
  esac
  docker run "$@"
}
main "$@"
