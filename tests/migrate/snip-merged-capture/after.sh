#!/usr/bin/env bash
# Its own diagnosis, both streams in one variable.
__skill_envelope
diagnose() { skill_say error echo "ERROR: port closed" >&2; echo "Status: down"; return 1; }
report=$(diagnose 2>&1) || true
printf '%s\n' "$report" | sed 's/^/  /'
skill_say metric.lines_kept echo "Lines kept: $(printf '%s\n' "$report" | wc -l)"
