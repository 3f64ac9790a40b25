#!/usr/bin/env bash
__skill_envelope; case ${1-} in
  go) __skill_exec printf "%s\n" gone ;;
esac
echo here
