#!/usr/bin/env bash
set -e

( cd / && ls -d usr )
ls -d /usr | cat
