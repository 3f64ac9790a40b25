#!/usr/bin/env bash
set -e

N=2 sh -c 'sed "s/NUMBER/$N/" "$1"' sh "$1"
