#!/usr/bin/env bash
echo "Overall Confidence Score: 0.77 (good)"
