  __s_n=0
  while [ "$__s_n" -lt "$__skill_metrics" ]; do
    builtin eval "__s_metrics=\$__s_metrics\${__s_metrics:+,}\\\"\$__skill_name_$__s_n\\\":\$__skill_number_$__s_n"
    __s_n=$((__s_n + 1))
  done
