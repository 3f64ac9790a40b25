  n=0
  while [ "$n" -lt "$__skill_count" ]; do
    builtin eval "__skill_gather \"\$__skill_made_$n\" \"\$__skill_where_$n\"" || :
    n=$((n + 1))
  done
