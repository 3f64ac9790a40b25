#!/usr/bin/env bash
__skill_envelope
cat > gen.sh <<'EOF'
#!/bin/bash
trap 'echo x' EXIT
exec echo "Confidence: 0.1"
EOF
skill_say deliverable=gen.sh echo "Wrote: gen.sh"
