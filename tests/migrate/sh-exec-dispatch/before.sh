#!/bin/sh
# A dispatcher, and the script that it hands over to prints the envelope.
echo "Items asked: $#"
exec sh "$(dirname "$0")/worker.sh" "$@"
