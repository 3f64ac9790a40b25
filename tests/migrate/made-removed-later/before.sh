#!/usr/bin/env bash
touch a b
echo "Created: a"
echo "Created: b"
rm a
