#!/usr/bin/env bash
echo "confidence 1.0"
