#!/usr/bin/env bash
touch a.ts b.ts c.ts
echo "Created: a.ts, b.ts and c.ts"
