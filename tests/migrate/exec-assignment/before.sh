#!/usr/bin/env bash
FOO=0
echo "Rows: 3"
FOO=1 BAR="a b" exec -- sh -c 'echo "foo $FOO, bar $BAR"'
