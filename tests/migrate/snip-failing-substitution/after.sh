#!/usr/bin/env bash
__skill_envelope; set -e
seen() { echo x >> calls; false; }
__skill_say deliverable,metric echo "Created: $(seen)" # LEGACY (replaced with JSON): echo "Created: $(seen)"
__skill_say metric echo "Calls made: $(wc -l < calls)" # LEGACY (replaced with JSON): echo "Calls made: $(wc -l < calls)"
