#!/usr/bin/env bash
n=0
echo "{"
echo "  \"items\": ["
for item in a b; do
  [ "$n" = 0 ] || echo "    },"
  echo "    {"
  echo "      \"name\": \"$item\","
  printf '      "n": %d\n' "$n"
  n=1
done
echo "    }"
echo "  ]"
echo "}"
