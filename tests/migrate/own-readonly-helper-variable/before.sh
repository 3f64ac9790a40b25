#!/usr/bin/env bash
readonly sk_body=1
echo "ERROR: x"
