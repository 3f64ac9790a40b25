#!/usr/bin/env bash
__skill_envelope; set -e
skill_say metric.items=1 echo "Items: 1"
name="${1:?a name is needed}"
skill_say deliverable="$name" echo "Created: $name"
