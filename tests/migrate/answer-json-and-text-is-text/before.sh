#!/usr/bin/env bash
set -e

sh -c 'echo "{\"a\": 1}"'
sh -c 'echo "{\"a\": 2}"'
