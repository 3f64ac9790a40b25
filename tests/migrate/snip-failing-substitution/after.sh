#!/usr/bin/env bash
set -e
__skill_envelope
seen() { echo x >> calls; false; }
skill_say text,deliverable echo "Created: $(seen)"
skill_say metric.calls_made echo "Calls made: $(wc -l < calls)"
