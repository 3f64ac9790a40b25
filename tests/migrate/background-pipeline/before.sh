#!/usr/bin/env bash
echo x | cat > f &
wait
cat f
