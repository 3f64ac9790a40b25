#!/bin/sh
__skill_envelope
exec 3>log
echo "to the log" >&3
exec 3>&-
exec 9>second
echo "nine" >&9
skill_say deliverable=log echo "Saved: log"
