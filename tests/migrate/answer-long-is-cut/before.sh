#!/usr/bin/env bash
set -e

awk 'BEGIN { for (i = 0; i < 8000; i++) print "0123456789" }'
