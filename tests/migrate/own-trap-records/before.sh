#!/usr/bin/env bash
cleanup() { echo "Confidence: 0.4"; }
trap cleanup EXIT
echo work
