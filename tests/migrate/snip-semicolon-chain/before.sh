#!/usr/bin/env bash
a() { echo "Items: 1"; return 1; }; a || { echo "Error: a failed"; exit 4; }
