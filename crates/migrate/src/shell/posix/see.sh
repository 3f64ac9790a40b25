# A printed line that the static pass recognized: it is printed as before, and what it tells is kept.
__skill_say() {
  # $1 the recognizers, then the call.
  local __skill_kinds="$1" __skill_status=0
  shift
  "$@"
  __skill_status=$?
  if [ -n "$__skill_on" ]; then
    { __skill_see "$@" || :; } 2>/dev/null
  fi
  return "$__skill_status"
}
__skill_see() {
  local LC_ALL=C IFS=' ' text=
  case $1 in
    echo|printf)
      text=$(command "$@"; command printf x)
      text=${text%x}
      ;;
    *)
      shift
      text="$*$__skill_nl"
      ;;
  esac
  __skill_lines "$text" "$__skill_kinds"
}
__skill_put() {
  # An event: $1 kind, $2 value, $3 folder. Where a child of the shell may tell one, all of them go by the file.
  if [ -n "$__skill_sub" ]; then
    local a="$1" b=
    __skill_encode "$2"
    b=$__skill_q
    __skill_encode "${3-}"
    builtin printf '%s\t%s\t%s\n' "$a" "$b" "$__skill_q" >&8
  else
    __skill_take "$@"
  fi
}
