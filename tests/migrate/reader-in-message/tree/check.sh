#!/bin/sh
test -e notes.txt || echo "notes are missing: run \`bash script.sh | grep Created\`" >&2
cat > README.md <<'EOF'
| `script.sh` | makes notes | COUNT=$(./script.sh | grep Items) |
EOF
