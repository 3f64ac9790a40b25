#!/usr/bin/env bash
F=out.txt
if [ -n "${1-}" ]; then touch $F; echo "📁 Saved: $F"; else echo "📁 Saved: $F"; echo "❌ not written"; exit 1; fi
