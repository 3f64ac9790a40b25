#!/usr/bin/env bash
# The caller reads this.
__skill_envelope; where() { caller 0; }
where
skill_say metric.items=3 echo "Items: 3"
