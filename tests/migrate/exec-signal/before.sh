#!/usr/bin/env bash
echo start
exec sleep 5
