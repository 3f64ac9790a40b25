#!/usr/bin/env bash
trap 'echo dbg' DEBUG
echo x
