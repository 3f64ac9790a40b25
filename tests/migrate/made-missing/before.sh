#!/usr/bin/env bash
echo "Created: out.txt"
