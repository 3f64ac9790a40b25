#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence printf 'Confidence: %.1f %%\n' 87.5
