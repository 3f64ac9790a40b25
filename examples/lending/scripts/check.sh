#!/usr/bin/env bash
# Checks each line of the data: check.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=/dev/null
source "$here/contracts/item.sh"
# shellcheck source=/dev/null
source "$here/contracts/member.sh"

folder=$1
faults=0
check_lines() { # FILE CHECK
  local line number=0
  while IFS= read -r line; do
    number=$((number + 1))
    if ! "$2" - <<<"$line"; then
      echo "$1:$number" >&2
      faults=$((faults + 1))
    fi
  done <"$1"
}
check_lines "$folder/items.jsonl" item_check
check_lines "$folder/members.jsonl" member_check
echo "$faults faults"
[[ $faults == 0 ]]
