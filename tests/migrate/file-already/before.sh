#!/usr/bin/env bash
cat <<EOF
{"success": true, "confidence": 0.9, "deliverables": [], "metrics": {}, "errors": []}
EOF
