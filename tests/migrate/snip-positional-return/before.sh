#!/usr/bin/env bash
# A function that explains itself and then gives its value as the last line.
rate() {
  echo "Found files: 3"
  echo "Confidence: 0.1"
  echo "0.75"
}
value=$(rate | tail -1)
echo "Confidence: $value"
