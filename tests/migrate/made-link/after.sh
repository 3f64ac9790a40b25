#!/usr/bin/env bash
__skill_envelope
ln -s nowhere dangling
skill_say deliverable=dangling echo "Created: dangling"
