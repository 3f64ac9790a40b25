#!/usr/bin/env bash
__skill_envelope
touch out.md
n=$((1 + 2))
skill_say deliverable=out.md printf 'Created: %s\n\n' out.md
skill_say metric.items="$n" echo -e "Items: $n\n"
