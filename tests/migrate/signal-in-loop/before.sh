#!/usr/bin/env bash
echo start
while true; do true; done
