#!/bin/sh
arm() { trap 'echo "from arm"' EXIT; }
( arm; echo "in a child" )
arm
echo "in the shell"
