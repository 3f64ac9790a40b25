#!/usr/bin/env bash
touch a.txt "b c.txt"
echo "Created:"
for f in a.txt "b c.txt"; do echo "  - $f"; done
echo "Notes:"
echo "  - case.toml"
