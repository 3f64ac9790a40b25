#!/usr/bin/env bash
printf '%s: %d\n' 'Passed' 5 'Failed' 0
