#!/usr/bin/env bash
set -e
trap 'echo one; false; echo two' EXIT
echo work
