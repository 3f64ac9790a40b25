#!/usr/bin/env bash
. ./script.sh
greet x
