#!/usr/bin/env bash
__skill_envelope
spin() { trap 'echo ret' RETURN; printf '\r  %s' working; printf '\r\n'; }
spin
echo done
