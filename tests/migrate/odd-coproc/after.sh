#!/usr/bin/env bash
__skill_envelope
coproc ANSWERS { read -r line; echo "got $line"; sleep 0.5; }
pid=$ANSWERS_PID
echo hello >&"${ANSWERS[1]}"
read -r answer <&"${ANSWERS[0]}"
echo "Answer: $answer"
exec {side}>side.txt
echo "aside" >&"$side"
exec {side}>&-
wait "$pid"
skill_say metric.items=3 echo "Items: 3"
