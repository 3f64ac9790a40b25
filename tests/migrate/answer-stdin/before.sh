#!/usr/bin/env bash
set -e

head -1
sort
