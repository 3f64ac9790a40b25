#!/usr/bin/env bash
id=$1
if [ "$2" -gt 5 ]; then echo big; fi
