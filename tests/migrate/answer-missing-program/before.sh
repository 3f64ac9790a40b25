#!/usr/bin/env bash
set -u

no-such-program "$1"
