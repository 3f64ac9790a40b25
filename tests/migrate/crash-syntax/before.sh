#!/usr/bin/env bash
echo start

for
