#!/usr/bin/env bash
set -u
echo start
echo "$NOT_SET"
