if [ -n "$__skill_part" ]; then
  __skill_lines "" "$__skill_part_kinds" || :
fi
