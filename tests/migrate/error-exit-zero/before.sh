#!/usr/bin/env bash
echo "ERROR: minor"
