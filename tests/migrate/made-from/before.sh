#!/usr/bin/env bash
touch in.md out.html
echo "Generated out.html from in.md"
