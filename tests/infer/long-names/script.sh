#!/usr/bin/env bash
# Searches the index.
usage() {
  echo "Usage: search.sh --query TEXT [--max-results N] [--sort-by date|score]"
  echo "  --query TEXT          What to look for (required)"
  echo "  --max-results N       How many results (default: 25)"
  echo "  --sort-by date|score  The order of results"
  echo "  --no-cache            Ask the server each time"
}
max_results=25
sort_by=""
while (( $# )); do
  case "$1" in
    --query|-q) query=$2; shift 2;;
    --max-results) max_results=$2; shift 2;;
    --sort-by) sort_by="$2"; shift 2;;
    --no-cache) cache=0; shift;;
    --help) usage; exit 0;;
    *) usage >&2; exit 2;;
  esac
done
if [[ -z $query ]] || [[ -z $max_results ]]; then usage >&2; exit 2; fi
echo "Results: $max_results"
