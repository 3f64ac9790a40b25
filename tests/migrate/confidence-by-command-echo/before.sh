#!/usr/bin/env bash
command echo "Confidence: 0.1"
builtin printf "Confidence: %s\n" 0.2
/bin/echo "Confidence: 0.3"
