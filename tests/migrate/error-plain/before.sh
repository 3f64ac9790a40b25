#!/usr/bin/env bash
echo "ERROR: no such thing"
exit 3
