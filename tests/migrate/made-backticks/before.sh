#!/usr/bin/env bash
touch a.txt
echo 'Created `a.txt`'
