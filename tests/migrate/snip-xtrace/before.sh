#!/usr/bin/env bash
set -x
true
set +x
echo done
