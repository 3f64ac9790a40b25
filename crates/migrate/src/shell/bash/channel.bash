# Events of subshells, pipelines and jobs come by a file that has no name any more once it is open.
__skill_channel() {
  builtin local __s_dir=
  for __s_dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    __skill_q=$__s_dir/skillgen.$$.$RANDOM$RANDOM
    if ( umask 077 && builtin set -C && builtin printf '' > "$__skill_q" ) 2>/dev/null; then
      if { builtin true 8>>"$__skill_q" 7<"$__skill_q"; } 2>/dev/null; then
        return 0
      fi
      command -p rm -f -- "$__skill_q" 2>/dev/null || :
    fi
  done
  __skill_q=
}
__skill_drain() {
  builtin local __s_a= __s_b= __s_c=
  [ -n "$__skill_sub" ] || return 0
  while IFS= builtin read -r -d '' __s_a && IFS= builtin read -r -d '' __s_b && IFS= builtin read -r -d '' __s_c; do
    __skill_take "$__s_a" "$__s_b" "$__s_c"
  done <&7
}
