#!/usr/bin/env bash
echo "❌ build broke"
echo "✗ and this"
exit 1
