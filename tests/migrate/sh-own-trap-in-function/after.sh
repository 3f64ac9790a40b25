#!/bin/sh
__skill_envelope; arm() { skill_say trap trap 'echo "from arm"' EXIT; }
( arm; echo "in a child" )
arm
echo "in the shell"
