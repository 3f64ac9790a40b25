#!/usr/bin/env bash
( sleep 0.05; echo "Confidence: 0.52" ) &
wait
