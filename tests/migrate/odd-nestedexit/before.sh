#!/usr/bin/env bash
cleanup() { trap - EXIT; echo cleaning; exit 5; }
trap cleanup EXIT INT TERM
echo "Items: 1"
