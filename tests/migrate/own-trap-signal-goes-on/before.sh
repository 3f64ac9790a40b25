#!/usr/bin/env bash
trap 'echo handler' TERM
kill -TERM $$
echo goes on
