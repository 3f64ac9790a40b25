#!/usr/bin/env bash
echo "Duration: 1.5s"
