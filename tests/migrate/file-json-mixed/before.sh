#!/usr/bin/env bash
echo "working"
echo "{\"a\": 1}"
