#!/usr/bin/env bash
trap 'echo one' EXIT
trap 'echo two' 0
echo work
