#!/bin/sh
__skill_envelope
skill_say waits trap 'wait; echo "all done"' EXIT
( skill_say background;sleep 0.2; echo "job") &
skill_say metric.items=2 echo "Items: 2"
