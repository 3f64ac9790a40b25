#!/usr/bin/env bash
# A function that explains itself and then gives its value as the last line.
__skill_envelope; rate() {
  echo "Found files: 3"
  echo "Confidence: 0.1"
  echo "0.75"
}
value=$(rate | tail -1)
__skill_say confidence,metric echo "Confidence: $value" # LEGACY (replaced with JSON): echo "Confidence: $value"
