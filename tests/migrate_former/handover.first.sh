#!/bin/bash
here=$(cd "$(dirname "$0")" && pwd)
case ${1-} in
draft) shift; exec "$here/draft.sh" "$@" ;;
*) echo "❌ Error: unknown command ${1-}"; exit 2 ;;
esac
