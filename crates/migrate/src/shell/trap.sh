# The script's own traps: its EXIT trap is kept aside and run by __skill_end, a reset gives our handler back.
__skill_trap() {
  builtin local __s_action= __s_name=
  case $#${1-} in
    0|?-p*)
      __skill_traps "$@"
      return
      ;;
  esac
  if [ -z "$__skill_on" ] || ! __skill_main; then
    builtin trap "$@"
    return
  fi
  case $1 in
    -l*)
      builtin trap "$@"
      return
      ;;
  esac
  [ "$1" != -- ] || shift
  case ${1-} in
    ''|*[!0-9]*) ;;
    *) set -- - "$@" ;;
  esac
  [ "$#" != 1 ] || set -- - "$1"
  __s_action=${1-}
  [ "$#" = 0 ] || shift
  for __s_name in "$@"; do
    case $__s_name in
      EXIT|exit|Exit|0)
        __skill_own=$__s_action
        [ "$__s_action" != - ] || __skill_own=
        ;;
      *)
        if [ "$__s_action" != - ] || ! __skill_arm "$__s_name" 2>/dev/null; then
          builtin trap -- "$__s_action" "$__s_name" || return
        fi
        ;;
    esac
  done
}
__skill_traps() {
  # `trap` and `trap -p`: what the script has set, not what the envelope has.
  builtin local __s_s="$__skill_own" __s_out= __s_line=
  case " $* " in
    '  '|' -p '|*' EXIT '*|*' 0 '*)
      while :; do
        __s_out=$__s_out${__s_s%%\'*}
        case $__s_s in *\'*) ;; *) break ;; esac
        __s_out=$__s_out"'\\''"
        __s_s=${__s_s#*\'}
      done
      [ -z "$__skill_own" ] || builtin printf "trap -- '%s' EXIT\n" "$__s_out"
      ;;
  esac
  builtin trap "$@" | while IFS= builtin read -r __s_line; do
    case $__s_line in
      "trap -- '__skill_"*) ;;
      *) builtin printf '%s\n' "$__s_line" ;;
    esac
  done
}
