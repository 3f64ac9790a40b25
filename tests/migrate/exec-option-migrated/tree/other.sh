#!/usr/bin/env bash
echo "Items: $1"
