#!/usr/bin/env bash
__skill_envelope; coproc ANSWERS { read -r line; echo "got $line"; sleep 0.5; }
pid=$ANSWERS_PID
echo hello >&"${ANSWERS[1]}"
read -r answer <&"${ANSWERS[0]}"
__skill_say metric echo "Answer: $answer" # LEGACY (replaced with JSON): echo "Answer: $answer"
exec {side}>side.txt
echo "aside" >&"$side"
exec {side}>&-
wait "$pid"
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
