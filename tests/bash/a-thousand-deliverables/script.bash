skill_begin --compact
for round in 1 2; do
  for ((i = 0; i < 1000; i++)); do skill_deliverable "$i"; done
done
