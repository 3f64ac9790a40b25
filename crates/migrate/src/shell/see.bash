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
  local LC_ALL=C IFS=' ' escape= end=$'\n' text= line= body= rest= head= kind=
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
  text=$__skill_part$text
  __skill_part=
  if [ "${#text}" -gt 262144 ]; then
    return 0
  fi
  while [ -n "$text" ]; do
    rest=$text
    line=${text%%$'\n'*}
    if [ "$line" = "$text" ]; then
      text=
      if [ "$BASH_SUBSHELL" = "$__skill_level" ] && [ -z "$__skill_flush" ]; then
        __skill_part=$line
        __skill_part_kinds=$__skill_kinds
        return 0
      fi
    else
      text=${text#*$'\n'}
    fi
    rest=${rest%$'\n'}
    line=${line%$'\r'}
    line=${line##*$'\r'}
    while :; do
      case $line in
        *$'\033['*)
          head=${line%%$'\033['*}
          line=${line#*$'\033['}
          line=${line#"${line%%[@-~]*}"}
          line=$head${line#?}
          ;;
        *) break ;;
      esac
    done
    line=${line#"${line%%[! $'\t']*}"}
    line=${line%"${line##*[! $'\t']}"}
    body=$line
    while :; do
      case $body in
        [a-zA-Z0-9/._\`\'\"~\$\{\<]*|'') break ;;
        \[*\]*) body=${body#*\]} ;;
        *) body=${body#?} ;;
      esac
    done
    for kind in ${__skill_kinds//,/ }; do
      "__skill_see_$kind"
    done
  done
}
__skill_put() {
  # An event: $1 kind, $2 value, $3 folder.
  if [ "$BASH_SUBSHELL" = "$__skill_level" ]; then
    #DRAIN
    __skill_take "$@"
  elif [ -n "$__skill_sub" ]; then
    builtin printf '%s\0' "$1" "$2" "${3-}" >&8
  fi
}
__skill_take() {
  case $1 in
    confidence) __skill_confidence=$2 ;;
    failed) __skill_failed=${__skill_failed:-$2} ;;
    error) __skill_fail SCRIPT_ERROR "$2" ;;
    metric) __skill_metric "$2" "$3" ;;
    deliverable)
      __skill_made[__skill_count]=$2
      __skill_where[__skill_count]=$3
      __skill_count=$((__skill_count + 1))
      ;;
    value) __skill_value "$2" "$3" ;;
  esac
}
