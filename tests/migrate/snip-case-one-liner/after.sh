#!/usr/bin/env bash
__skill_envelope
case x in x) skill_say metric.items=1 echo "Items: 1" ;; esac; skill_say metric.rows=2 echo "Rows: 2"; { skill_say metric.cols=3 echo "Cols: 3"; }
