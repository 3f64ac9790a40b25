#!/bin/sh
# A dispatcher, and the script that it hands over to prints the envelope.
__skill_envelope; __skill_say metric echo "Items asked: $#"
__skill_exec sh "$(dirname "$0")/worker.sh" "$@"
