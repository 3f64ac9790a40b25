#!/usr/bin/env bash
w() { echo "Worker jobs: 4"; }
w &
wait
