#!/usr/bin/env bash
set -e
__skill_envelope
skill_say metric.items=1 echo "Items: 1"
name="${1:?a name is needed}"
skill_say deliverable="$name" echo "Created: $name"
