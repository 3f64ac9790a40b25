  n=0
  while [ "$n" -lt "$__skill_metrics" ]; do
    builtin eval "metrics=\$metrics\${metrics:+,}\\\"\$__skill_name_$n\\\":\$__skill_number_$n"
    n=$((n + 1))
  done
