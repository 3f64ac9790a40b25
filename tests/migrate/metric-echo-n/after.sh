#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo -n "Items: " # LEGACY (replaced with JSON): echo -n "Items: "
__skill_say metric echo 7 # LEGACY (replaced with JSON): echo 7
