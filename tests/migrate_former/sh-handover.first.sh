#!/bin/sh

here=$(cd "$(dirname "$0")" && pwd)
exec 9>/dev/null
echo "Rows: 1"
exec sh "$here/sh-draft.sh" "$1"
