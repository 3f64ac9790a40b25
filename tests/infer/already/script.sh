#!/bin/bash
cat <<EOF_JSON
{"success": true, "confidence": 0.9, "deliverables": ["$1"], "metrics": {}, "errors": []}
EOF_JSON
