#!/usr/bin/env bash
FOO=0
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
FOO=1 BAR="a b" skill_say handover exec -- sh -c 'echo "foo $FOO, bar $BAR"'
