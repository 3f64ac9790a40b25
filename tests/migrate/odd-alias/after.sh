#!/usr/bin/env bash
__skill_envelope
shopt -s expand_aliases
alias echo='echo A'
alias printf='false'
alias local='false'
echo "Items: 4"
