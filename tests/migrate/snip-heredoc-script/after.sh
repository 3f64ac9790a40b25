#!/usr/bin/env bash
__skill_envelope; cat > gen.sh <<'EOF'
#!/bin/bash
trap 'echo x' EXIT
exec echo "Confidence: 0.1"
EOF
__skill_say deliverable echo "Wrote: gen.sh" # LEGACY (replaced with JSON): echo "Wrote: gen.sh"
