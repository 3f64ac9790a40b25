#!/usr/bin/env bash
__skill_envelope
cleanup() { trap - EXIT; echo cleaning; exit 5; }
trap cleanup EXIT INT TERM
skill_say metric.items=1 echo "Items: 1"
