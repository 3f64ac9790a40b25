#!/usr/bin/env bash
while read -r l; do echo "line $l"; done
