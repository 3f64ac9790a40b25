#!/bin/sh
__skill_envelope
arm() { trap 'echo "from arm"' EXIT; }
( arm; echo "in a child" )
arm
echo "in the shell"
