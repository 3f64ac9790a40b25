#!/bin/sh
tidy() {
  echo "tidy after $?"
  rm -f scratch
}
trap tidy EXIT
: > scratch
: > kept
echo "Created: scratch"
echo "Created: kept"
exit 4
