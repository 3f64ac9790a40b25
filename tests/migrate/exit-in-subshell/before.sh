#!/usr/bin/env bash
( exit 5 )
echo "rc $?"
