#!/usr/bin/env bash
mkdir d; touch a.ts b.ts
echo "Created: **a.ts**"
echo "Created [b.ts]"
echo "Created directory: d"
