#!/usr/bin/env bash
__skill_envelope
echo before
skill_say handover exec bash -c 'echo child; exit 5'
echo never
