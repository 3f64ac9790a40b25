# A printed line that the static pass recognized: it is printed as before, and what it tells is kept.
__skill_say() {
  # $1 the recognizers, then the call.
  builtin local __skill_kinds="$1" __skill_status=0 __skill_case= __skill_body=
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
    builtin shopt -q nocasematch && __skill_case=1 && builtin shopt -u nocasematch
    { __skill_see "$@" || :; } 2>/dev/null
    [ -z "$__skill_case" ] || builtin shopt -s nocasematch
  fi
  return "$__skill_status"
}
__skill_see() {
  builtin local LC_ALL=C __s_escape= __s_end=$'\n' __s_text=
  case $1 in command|builtin) shift ;; esac
  case ${1##*/} in
    cat) __s_text=$__skill_body ;;
    echo)
      shift
      builtin shopt -q xpg_echo && __s_escape=1
      while [ "$#" != 0 ]; do
        case $1 in
          -|-*[!neE]*|[!-]*|'') break ;;
        esac
        case $1 in *n*) __s_end= ;; esac
        case ${1##*[!e]} in ?*) __s_escape=1 ;; esac
        case $1 in *E) __s_escape= ;; esac
        shift
      done
      builtin printf -v __s_text '%s ' "$@"
      __s_text=${__s_text% }
      case $__s_escape$__s_text in
        1*\\*)
          case $__s_text in *\\c*) __s_text=${__s_text%%\\c*} __s_end= ;; esac
          builtin printf -v __s_text '%b' "$__s_text"
          ;;
      esac
      __s_text=$__s_text$__s_end
      ;;
    printf)
      shift
      builtin printf -v __s_text "$@"
      ;;
    *)
      shift
      builtin printf -v __s_text '%s ' "$@"
      __s_text=${__s_text% }$'\n'
      ;;
  esac
  __skill_lines "$__s_text" "$__skill_kinds"
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
