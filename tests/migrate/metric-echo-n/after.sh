#!/usr/bin/env bash
__skill_envelope; skill_say metric echo -n "Items: "
skill_say metric echo 7
