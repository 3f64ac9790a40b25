#!/usr/bin/env bash
export KEPT=1
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
skill_say handover exec -cla name /bin/sh -c 'echo "I am $0${KEPT-}"'
