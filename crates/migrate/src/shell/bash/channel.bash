# Events of subshells, pipelines and jobs come by a file that has no name any more once it is open.
__skill_channel() {
  local dir=
  for dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    __skill_q=$dir/skillgen.$$.$RANDOM$RANDOM
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
  local a= b= c=
  [ -n "$__skill_sub" ] || return 0
  while IFS= builtin read -r -d '' a && IFS= builtin read -r -d '' b && IFS= builtin read -r -d '' c; do
    __skill_take "$a" "$b" "$c"
  done <&7
}
