#!/usr/bin/env bash
set -- $SKILL_INPUT
echo "{\"words\": $#}"
