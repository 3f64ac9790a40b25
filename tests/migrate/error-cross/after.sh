#!/usr/bin/env bash
__skill_envelope
skill_say error echo "❌ build broke"
skill_say error echo "✗ and this"
exit 1
