#!/usr/bin/env bash
. ./script.sh
main 7
