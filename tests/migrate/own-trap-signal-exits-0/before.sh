#!/usr/bin/env bash
trap 'echo stopping; exit 0' TERM
kill -TERM $$
echo never
