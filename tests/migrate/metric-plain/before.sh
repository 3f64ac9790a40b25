#!/usr/bin/env bash
echo "Files scanned: 12"
echo "Coverage: 0.85"
echo "Balance: -3"
