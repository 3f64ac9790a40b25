#!/bin/sh
__skill_envelope; __skill_trap 'wait; echo "all done"' EXIT
( exec 9>&-;sleep 0.2; echo "job") &
__skill_say metric echo "Items: 2"
