#!/usr/bin/env bash
shopt -s execfail
trap 'echo "tidied $?"' EXIT

exec ./none || echo "first: $?"
exec no-such-program-here
echo "second: $?"
exec . || echo "third: $?"
exec ./script || echo "fourth: $?"
echo "Items: 3"
