#!/bin/sh
__skill_envelope
echo "begin"
eval 'if then'
echo "after"
