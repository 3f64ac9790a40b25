#!/usr/bin/env bash
echo "Total: 5 apples"
echo "Total: 5"
