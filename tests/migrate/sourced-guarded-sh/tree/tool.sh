#!/bin/sh
# BASH_SOURCE has no word for it here.
made() { echo "Created: $1"; }
finish() { exec "$@"; }
case $0 in
  */tool.sh) made "$0" ;;
esac
