#!/usr/bin/env bash
touch a.ts b.ts c.ts
echo "Created: a.ts b.ts in 5s"
echo Updated: *.ts
