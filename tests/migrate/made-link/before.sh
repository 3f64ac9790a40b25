#!/usr/bin/env bash
ln -s nowhere dangling
echo "Created: dangling"
