#!/usr/bin/env bash
set -e
seen() { echo x >> calls; false; }
echo "Created: $(seen)"
echo "Calls made: $(wc -l < calls)"
