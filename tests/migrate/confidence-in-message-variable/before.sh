#!/usr/bin/env bash
msg="Confidence: 0.71"
echo "$msg"
