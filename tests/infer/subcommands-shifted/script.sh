#!/usr/bin/env bash
# What a subcommand gets is shifted: its first argument is the second of the script.
create() {
  local base="${1:?base required}"
  echo "$base"
}
main() {
  local command="${1:-}"
  case "$command" in
    create)
      shift
      create "$@"
      ;;
    *) echo "unknown: $command" >&2; exit 1 ;;
  esac
}
main "$@"
