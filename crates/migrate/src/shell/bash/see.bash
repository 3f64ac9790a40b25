# A printed line that the static pass recognized: it is printed as before, and what it tells is kept.
__skill_say() {
  # $1 the recognizers, then the call.
  local __skill_kinds=$1 __skill_status=0 __skill_case=
  shift
  "$@"
  __skill_status=$?
  if [ -n "$__skill_on" ]; then
    builtin shopt -q nocasematch && __skill_case=1 && builtin shopt -u nocasematch
    { __skill_see "$@" || :; } 2>/dev/null
    [ -z "$__skill_case" ] || builtin shopt -s nocasematch
  fi
  return "$__skill_status"
}
__skill_see() {
  local LC_ALL=C IFS=' ' escape= end=$'\n' text=
  case $1 in
    echo)
      shift
      builtin shopt -q xpg_echo && escape=1
      while [ $# != 0 ]; do
        case $1 in
          -|-*[!neE]*|[!-]*|'') break ;;
        esac
        case $1 in *n*) end= ;; esac
        case ${1##*[!e]} in ?*) escape=1 ;; esac
        case $1 in *E) escape= ;; esac
        shift
      done
      text=$*
      case $escape$text in
        1*\\*)
          case $text in *\\c*) text=${text%%\\c*} end= ;; esac
          builtin printf -v text '%b' "$text"
          ;;
      esac
      text=$text$end
      ;;
    printf)
      shift
      builtin printf -v text "$@"
      ;;
    *)
      shift
      text=$*$'\n'
      ;;
  esac
  __skill_lines "$text" "$__skill_kinds"
}
__skill_put() {
  # An event: $1 kind, $2 value, $3 folder.
  if __skill_main; then
    #DRAIN
    __skill_take "$@"
  elif [ -n "$__skill_sub" ]; then
    builtin printf '%s\0' "$1" "$2" "${3-}" >&8
  fi
}
