#!/bin/bash
# Creates a module with its test.
set -e

name="$1"
if [ -z "$name" ]; then
  echo "ERROR: a name is needed"
  exit 2
fi

echo "🚀 Scaffolding $name"
mkdir -p src tests

for file in "src/$name.sh" "tests/${name}_test.sh"; do
  if [ -e "$file" ]; then
    echo "⚠️  $file is there already"
    continue
  fi
  printf '#!/usr/bin/env bash\n' > "$file"
  echo "Created: $file"
done

# A background job must not keep the caller waiting.
(sleep 0.1; : > /dev/null) &

echo "Files created: 2"
echo "✅ Done"
