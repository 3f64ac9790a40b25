#!/usr/bin/env bash
__skill_envelope; skill_say confidence printf 'Confidence: %.1f %%\n' 87.5
