#!/usr/bin/env bash
echo before
exec bash -c 'echo child; exit 5'
echo never
