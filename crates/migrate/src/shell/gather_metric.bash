  n=0
  while [ "$n" -lt "$__skill_metrics" ]; do
    metrics=$metrics${metrics:+,}\"${__skill_name[n]}\":${__skill_number[n]}
    n=$((n + 1))
  done
