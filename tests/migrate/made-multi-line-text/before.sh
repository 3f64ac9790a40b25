#!/usr/bin/env bash
touch a.txt b.txt
echo -e "Created:\n  - a.txt\n  - b.txt\nend"
