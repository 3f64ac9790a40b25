#!/usr/bin/env bash
builtin trap 'echo bye' EXIT
echo a
