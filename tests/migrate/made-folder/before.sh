#!/usr/bin/env bash
mkdir build
echo "Created build/"
