#!/usr/bin/env bash
mkdir -p x
echo hi > x/y
cp x/y x/z
