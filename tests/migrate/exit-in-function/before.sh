#!/usr/bin/env bash
f() { exit 9; }
echo x
f
