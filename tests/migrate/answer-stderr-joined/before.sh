#!/usr/bin/env bash
set -e

sh -c 'echo out; echo err >&2; echo more' 2>&1
