#!/usr/bin/env bash
trap 'echo handler; exit 9' TERM
kill -TERM $$
sleep 1
echo never
