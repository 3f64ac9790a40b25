#!/usr/bin/env bash
trap 'echo never' EXIT
trap - EXIT
echo work
