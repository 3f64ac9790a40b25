# Events of subshells, pipelines and jobs come by a file that has no name any more once it is open: three lines an event.
__skill_channel() {
  local dir= file= n=
  for dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    for n in 0 1 2 3 4 5 6 7 8 9; do
      file=$dir/skillgen.$$.$n
      if ( umask 077 && builtin set -C && builtin printf '' > "$file" ) 2>/dev/null; then
        if { builtin true 8>>"$file" 7<"$file"; } 2>/dev/null; then
          builtin exec 8>>"$file" 7<"$file"
          __skill_sub=1
        fi
        command -p rm -f -- "$file" 2>/dev/null || :
        return 0
      fi
    done
  done
}
__skill_drain() {
  local a= b= c=
  [ -n "$__skill_sub" ] || return 0
  while IFS= builtin read -r a && IFS= builtin read -r b && IFS= builtin read -r c; do
    __skill_decode "$b"
    b=$__skill_q
    __skill_decode "$c"
    __skill_take "$a" "$b" "$__skill_q"
  done <&7
}
__skill_encode() {
  # $1 on one line, in __skill_q.
  local s="$1" head=
  __skill_q=
  while [ -n "$s" ]; do
    head=${s%%[\\$__skill_nl]*}
    __skill_q=$__skill_q$head
    s=${s#"$head"}
    case $s in
      '') break ;;
      \\*) __skill_q=$__skill_q'\\' ;;
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
      *) __skill_q=$__skill_q\\ ;;
    esac
    s=${s#??}
  done
}
