#!/usr/bin/env bash
set -e
__skill_envelope
skill_say answer head -1
skill_say answer sort
