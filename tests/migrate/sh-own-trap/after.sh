#!/bin/sh
__skill_envelope
tidy() {
  echo "tidy after $?"
  rm -f scratch
}
trap tidy EXIT
: > scratch
: > kept
skill_say deliverable=scratch echo "Created: scratch"
skill_say deliverable=kept echo "Created: kept"
exit 4
