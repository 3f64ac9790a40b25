#!/usr/bin/env bash
ok=1
[ "$ok" = 1 ] && echo "Created: a" || echo "FAILED"
