#!/bin/bash
# Reports relative links in Markdown files that lead nowhere.

folder="${1:-.}"
if [ ! -d "$folder" ]; then
  echo "ERROR: no such folder: $folder"
  exit 3
fi

start=$(date +%s)
broken=0
checked=0
while IFS= read -r file; do
  while IFS= read -r target; do
    checked=$((checked + 1))
    if [ ! -e "$(dirname "$file")/$target" ]; then
      echo "❌ $file: $target leads nowhere"
      broken=$((broken + 1))
    fi
  done < <(grep -oE '\]\([^)#:]+\)' "$file" | sed 's/^](//; s/)$//')
done < <(find "$folder" -name '*.md' -type f | sort)

echo ""
echo "=== Summary ==="
echo "Checked: $checked"
echo "Broken: $broken"
echo "Execution time: $(( ($(date +%s) - start) * 1000 )) ms"

if [ "$broken" -gt 0 ]; then
  echo "FAILED"
  exit 1
fi
echo "SUCCESS"
