#!/usr/bin/env bash
# A function that explains itself and then gives its value as the last line.
__skill_envelope
rate() {
  echo "Found files: 3"
  echo "Confidence: 0.1"
  echo "0.75"
}
value=$(rate | tail -1)
skill_say confidence="$value" echo "Confidence: $value"
