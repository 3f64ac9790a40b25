#!/usr/bin/env bash
__skill_envelope; set -e
seen() { echo x >> calls; false; }
skill_say deliverable,metric echo "Created: $(seen)"
skill_say metric echo "Calls made: $(wc -l < calls)"
