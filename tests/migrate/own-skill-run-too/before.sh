#!/usr/bin/env bash
skill_say() { echo "say $1"; }
skill_run() { echo "run $1"; }
echo "Rows: 3"
