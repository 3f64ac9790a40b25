#!/usr/bin/env bash
case ${1-} in
  go) exec printf "%s\n" gone ;;
esac
echo here
