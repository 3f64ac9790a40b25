#!/usr/bin/env bash
echo "Execution time: 123 ms"
