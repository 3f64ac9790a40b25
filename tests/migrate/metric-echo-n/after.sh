#!/usr/bin/env bash
__skill_envelope
skill_say text,metric echo -n "Items: "
skill_say text,metric echo 7
