#!/usr/bin/env bash
set -u

export A=1
"$@"
