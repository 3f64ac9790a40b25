#!/usr/bin/env bash
# The caller reads this.
where() { caller 0; }
where
echo "Items: 3"
