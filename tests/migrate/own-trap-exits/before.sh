#!/usr/bin/env bash
trap 'echo bye; exit 6' EXIT
echo work
