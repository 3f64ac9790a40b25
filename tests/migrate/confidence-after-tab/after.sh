#!/usr/bin/env bash
__skill_envelope
skill_say confidence=0.79 echo $'Confidence:\t0.79'
skill_say metric.rows printf 'Rows:\t%d\n' 4
