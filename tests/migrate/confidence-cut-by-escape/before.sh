#!/usr/bin/env bash
echo -e "Confidence: 0.8\c"; echo 5
