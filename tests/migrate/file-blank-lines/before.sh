#!/usr/bin/env bash


# comment

set -e

echo "line $LINENO"
nosuchcommand_x || echo "ERROR: not found"
