#!/usr/bin/env bash
spin() { trap 'echo ret' RETURN; printf '\r  %s' working; printf '\r\n'; }
spin
echo done
