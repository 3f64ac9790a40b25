#!/usr/bin/env bash
echo a
exec -a name sleep 0
