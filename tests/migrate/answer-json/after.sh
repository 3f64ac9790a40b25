#!/usr/bin/env bash
set -e
__skill_envelope
N=2 skill_say answer sh -c 'sed "s/NUMBER/$N/" "$1"' sh "$1"
