#!/usr/bin/env bash
__skill_envelope
case ${1-} in
  go) skill_say handover exec printf "%s\n" gone ;;
esac
echo here
