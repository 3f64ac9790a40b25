#!/usr/bin/env bash
echo -n "5. fetching... "
echo "WARN (slow)"
