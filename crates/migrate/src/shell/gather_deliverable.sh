  __s_n=0
  while [ "$__s_n" -lt "$__skill_count" ]; do
    builtin eval "__skill_gather \"\$__skill_made_$__s_n\" \"\$__skill_where_$__s_n\"" || :
    __s_n=$((__s_n + 1))
  done
