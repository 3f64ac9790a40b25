# A printed line that the static pass recognized: it is printed as before, and what it tells is kept.
__skill_say() {
  # $1 the recognizers, then the call.
  builtin local __skill_kinds="$1" __skill_status=0 __skill_body=
  shift
  case $1 in
    cat)
      # A here-document: what is read is printed as it is.
      __skill_body=$("$@" && builtin printf x) || __skill_status=$?
      __skill_body=${__skill_body%x}
      [ "$__skill_status" != 0 ] || builtin printf '%s' "$__skill_body" || __skill_status=$?
      ;;
    *)
      "$@"
      __skill_status=$?
      ;;
  esac
  if [ -n "$__skill_on" ]; then
    { __skill_see "$@" || :; } 2>/dev/null
  fi
  return "$__skill_status"
}
__skill_see() {
  builtin local LC_ALL=C __s_text=
  case $1 in
    cat) __s_text=$__skill_body ;;
    echo|printf|command|*/echo|*/printf)
      __s_text=$(command "$@"; command printf x)
      __s_text=${__s_text%x}
      ;;
    *)
      shift
      __s_text=$(command printf '%s ' "$@")
      __s_text=${__s_text% }$__skill_nl
      ;;
  esac
  __skill_lines "$__s_text" "$__skill_kinds"
}
__skill_put() {
  # An event: $1 kind, $2 value, $3 folder. Where a child of the shell may tell one, all of them go by the file.
  if [ -n "$__skill_sub" ]; then
    builtin local __s_a="$1" __s_b=
    __skill_encode "$2"
    __s_b=$__skill_q
    __skill_encode "${3-}"
    builtin printf '%s\t%s\t%s\t%s\n' "$__skill_token" "$__s_a" "$__s_b" "$__skill_q" >&8
  else
    __skill_take "$@"
  fi
}
