#!/usr/bin/env bash
__skill_envelope
mkdir build
skill_say deliverable=build/ echo "Created build/"
