#!/usr/bin/env bash
echo "❌ Failed: 0"
