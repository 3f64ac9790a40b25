#!/usr/bin/env bash
__skill_envelope
usage() {
  skill_say reason echo "Usage: $0 --src FILE" >&2
}
case "${1:-}" in
  "") usage; exit 2 ;;
  --src) ;;
  *)
    skill_say reason echo "Unknown arg: $1" >&2
    usage
    exit 2
    ;;
esac
skill_say metric.rows=3 echo "Rows: 3"
