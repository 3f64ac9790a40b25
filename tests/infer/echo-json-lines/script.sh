#!/bin/bash
echo "{"
echo "  \"status\": \"success\","
echo "  \"count\": $(grep -c x "$1"),"
echo "  \"file\": \"$1\""
echo "}"
