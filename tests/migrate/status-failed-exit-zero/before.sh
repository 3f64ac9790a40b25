#!/usr/bin/env bash
echo "FAILED"
