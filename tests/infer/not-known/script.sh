#!/usr/bin/env bash
set -euo pipefail
# Sweeps the folders of old sessions.

declare -A SEEN_FOLDERS
SEEN_FOLDERS["a"]=1
if [[ "${SKIP_SWEEP:-}" == "true" ]]; then
  exit 0
fi
case "${SWEEP_MODE:-soft}" in
  soft) ;;
  hard) ;;
esac
session=$(jq -r '.session_id // .session // empty' 2>/dev/null) || exit 0
while [ $# -gt 0 ]; do
  case "$1" in
    --deep) deep=1; shift ;;
    --help)
      echo "Usage: sweep.sh [options]"
      echo ""
      echo "  --deep, -d   Look into folders of folders"
      exit 0
      ;;
    *) shift ;;
  esac
done
cat > "$HOME/fake-uname" <<'EOF'
if [[ "$1" == "-s" ]]; then echo Linux; fi
EOF
count=0
for folder in "$session"-*; do count=$((count + 1)); done
echo "Where: $PWD/$session"
echo "Started: $(date)"
echo "Folders: $count"
check() { "$@"; }
check SWEEP_ROOT="$PWD" bash other.sh
