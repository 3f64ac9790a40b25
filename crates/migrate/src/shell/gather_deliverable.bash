  n=0
  while [ "$n" -lt "$__skill_count" ]; do
    __skill_gather "${__skill_made[n]}" "${__skill_where[n]}" || :
    n=$((n + 1))
  done
