#!/usr/bin/env bash
export KEPT=1
echo "Rows: 3"
exec -cla name /bin/sh -c 'echo "I am $0${KEPT-}"'
