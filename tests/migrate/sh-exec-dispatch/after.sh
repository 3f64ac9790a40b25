#!/bin/sh
# A dispatcher, and the script that it hands over to prints the envelope.
__skill_envelope
skill_say metric.items_asked echo "Items asked: $#"
skill_say handover exec sh "$(dirname "$0")/worker.sh" "$@"
