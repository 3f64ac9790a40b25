# The command "$@" reads the script's file, by its last word: it gets the lines as they were before the migration.
_sk_own_text() {
#: bash
  local sk_file="${*:$#}"
#: sh
  local sk_file='' sk_n=$#
  for sk_file; do :; done
#: end
  if [ ! -f "$sk_file" ] || [ ! -r "$sk_file" ]; then
    "$@"
    return "$?"
  fi
#: bash
  _sk_former "$sk_file" 2>/dev/null | "${@:1:$#-1}" /dev/stdin
#: sh
  while [ "$sk_n" -gt 1 ]; do
    set -- "$@" "$1"
    shift
    sk_n=$((sk_n - 1))
  done
  shift
  _sk_former "$sk_file" 2>/dev/null | "$@" /dev/stdin
#: end
}
_sk_former() {
  builtin trap '' PIPE
  LC_ALL=C command sed '/^# >>> skill envelope/,/^# <<< skill envelope/d
    s/eval .\(command \. "\)/\1/
    s/\(sk_fd=[0-9] \)\{0,1\}command \. ".*|| *skill_[sr][au][yn](){ [^;]*\(; "$@"\)\{0,1\}; }\(; \)\{0,1\}//
    s/\(sk_fd=[0-9] \)\{0,1\}command \. ".*skill-envelope\.[a-z]*"[^|]*|| *:\(; \)\{0,1\}//
    s/ skill_[sr][au][yn] background;//g
#: bash
    s/19>&- //g
#: sh
    s/'"$_sk_fd"'>&- //g
#: end
    s/skill_[sr][au][yn] [a-zA-Z0-9_,:.]*="[^"]*" //g
    s/skill_[sr][au][yn] [a-zA-Z0-9_,:.=+/%-]* //g' "$1" || :
}
