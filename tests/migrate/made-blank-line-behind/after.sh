#!/usr/bin/env bash
__skill_envelope
touch out.md
n=3
skill_say deliverable=out.md printf 'Created: %s\n\n' out.md
skill_say metric.items echo -e "Items: $n\n"
