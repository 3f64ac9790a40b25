# Events of subshells, pipelines and jobs come by a file that has no name any more once it is open: an event is one line, as
# a shell may write each line by itself, and two jobs at once would mix theirs. Programs inherit the descriptor: a line counts only
# with the word that stood in the name, which no program was told.
__skill_channel() {
  builtin local __s_dir=
  for __s_dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    __skill_q=$(command -p mktemp -d "$__s_dir/skillgen.XXXXXXXXXX" 2>/dev/null) || __skill_q=
    if [ -n "$__skill_q" ]; then
      __skill_q=$__skill_q/told
      if ( umask 077 && builtin set -C && builtin printf '' > "$__skill_q" ) 2>/dev/null; then
        if { builtin true 8>>"$__skill_q" 7<"$__skill_q"; } 2>/dev/null; then
          __skill_token=${__skill_q%/told}
          __skill_token=${__skill_token##*.}
          return 0
        fi
      fi
      command -p rm -rf -- "${__skill_q%/*}" 2>/dev/null || :
    fi
  done
  __skill_q=
}
__skill_drain() {
  builtin local __s_event= __s_b=
  [ -n "$__skill_sub" ] || return 0
  while IFS= builtin read -r __s_event; do
    case $__s_event in
      "$__skill_token$__skill_tab"*) __s_event=${__s_event#*"$__skill_tab"} ;;
      *) continue ;;
    esac
    __s_b=${__s_event#*"$__skill_tab"}
    __skill_decode "${__s_b%%"$__skill_tab"*}"
    __s_b=${__s_b#*"$__skill_tab"} __s_event=${__s_event%%"$__skill_tab"*}
    set -- "$__skill_q"
    __skill_decode "$__s_b"
    __skill_take "$__s_event" "$1" "$__skill_q"
  done <&7
}
__skill_encode() {
  # $1 without line breaks and tabs, in __skill_q.
  builtin local __s_s="$1" __s_head=
  __skill_q=
  while [ -n "$__s_s" ]; do
    __s_head=${__s_s%%[\\$__skill_nl$__skill_tab]*}
    __skill_q=$__skill_q$__s_head
    __s_s=${__s_s#"$__s_head"}
    case $__s_s in
      '') break ;;
      \\*) __skill_q=$__skill_q'\\' ;;
      "$__skill_tab"*) __skill_q=$__skill_q'\t' ;;
      *) __skill_q=$__skill_q'\n' ;;
    esac
    __s_s=${__s_s#?}
  done
}
__skill_decode() {
  builtin local __s_s="$1" __s_head=
  __skill_q=
  while [ -n "$__s_s" ]; do
    __s_head=${__s_s%%\\*}
    __skill_q=$__skill_q$__s_head
    __s_s=${__s_s#"$__s_head"}
    case $__s_s in
      '') break ;;
      \\n*) __skill_q=$__skill_q$__skill_nl ;;
      \\t*) __skill_q=$__skill_q$__skill_tab ;;
      *) __skill_q=$__skill_q\\ ;;
    esac
    __s_s=${__s_s#??}
  done
}
