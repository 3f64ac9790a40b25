if [ -n "$__skill_part" ]; then
  __skill_kinds=$__skill_part_kinds
  __skill_see printf "" || :
fi
