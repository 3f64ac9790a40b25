# The script's own traps: its EXIT trap is kept aside and run by __skill_end, a reset gives our handler back.
__skill_trap() {
  local action= name=
  if [ -z "$__skill_on" ] || ! __skill_main; then
    builtin trap "$@"
    return
  fi
  case $#${1-} in
    0|?-p*|?-l*)
      builtin trap "$@"
      return
      ;;
  esac
  [ "$1" != -- ] || shift
  case ${1-} in
    ''|*[!0-9]*) ;;
    *) set -- - "$@" ;;
  esac
  [ $# != 1 ] || set -- - "$1"
  action=${1-}
  [ $# = 0 ] || shift
  for name in "$@"; do
    case $name in
      EXIT|exit|Exit|0)
        __skill_own=$action
        [ "$action" != - ] || __skill_own=
        ;;
      *)
        if [ "$action" != - ] || ! __skill_arm "$name" 2>/dev/null; then
          builtin trap -- "$action" "$name" || return
        fi
        ;;
    esac
  done
}
