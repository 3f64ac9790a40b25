#!/usr/bin/env bash
printf 'ERROR: a\tb\x01\x1f\x7f\n'
exit 1
