#!/bin/sh
__skill_envelope; tidy() {
  echo "tidy after $?"
  rm -f scratch
}
__skill_trap tidy EXIT
: > scratch
: > kept
__skill_say deliverable echo "Created: scratch"
__skill_say deliverable echo "Created: kept"
exit 4
