#!/usr/bin/env bash
jq -n '{a: 1}'
