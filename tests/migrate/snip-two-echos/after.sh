#!/usr/bin/env bash
__skill_envelope
echo -n "5. fetching... "
echo "WARN (slow)"
