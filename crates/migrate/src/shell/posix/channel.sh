# Events of subshells, pipelines and jobs come by a file that has no name any more once it is open: an event is one line, as
# a shell may write each line by itself, and two jobs at once would mix theirs.
__skill_channel() {
  local dir= n=
  for dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    for n in 0 1 2 3 4 5 6 7 8 9; do
      __skill_q=$dir/skillgen.$$.$n
      if ( umask 077 && builtin set -C && builtin printf '' > "$__skill_q" ) 2>/dev/null; then
        if { builtin true 8>>"$__skill_q" 7<"$__skill_q"; } 2>/dev/null; then
          return 0
        fi
        command -p rm -f -- "$__skill_q" 2>/dev/null || :
      fi
    done
  done
  __skill_q=
}
__skill_drain() {
  local event= b=
  [ -n "$__skill_sub" ] || return 0
  while IFS= builtin read -r event; do
    b=${event#*"$__skill_tab"}
    __skill_decode "${b%%"$__skill_tab"*}"
    b=${b#*"$__skill_tab"} event=${event%%"$__skill_tab"*}
    set -- "$__skill_q"
    __skill_decode "$b"
    __skill_take "$event" "$1" "$__skill_q"
  done <&7
}
__skill_encode() {
  # $1 without line breaks and tabs, in __skill_q.
  local s="$1" head=
  __skill_q=
  while [ -n "$s" ]; do
    head=${s%%[\\$__skill_nl$__skill_tab]*}
    __skill_q=$__skill_q$head
    s=${s#"$head"}
    case $s in
      '') break ;;
      \\*) __skill_q=$__skill_q'\\' ;;
      "$__skill_tab"*) __skill_q=$__skill_q'\t' ;;
      *) __skill_q=$__skill_q'\n' ;;
    esac
    s=${s#?}
  done
}
__skill_decode() {
  local s="$1" head=
  __skill_q=
  while [ -n "$s" ]; do
    head=${s%%\\*}
    __skill_q=$__skill_q$head
    s=${s#"$head"}
    case $s in
      '') break ;;
      \\n*) __skill_q=$__skill_q$__skill_nl ;;
      \\t*) __skill_q=$__skill_q$__skill_tab ;;
      *) __skill_q=$__skill_q\\ ;;
    esac
    s=${s#??}
  done
}
