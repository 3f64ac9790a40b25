#!/bin/sh
sk_fd=9 __skill_envelope
exec 7>log
skill_say metric.rows=3 echo "Rows: 3" 
(skill_say error echo "ERROR: x")
9>&- sleep 0 &
wait
echo lo >&7
