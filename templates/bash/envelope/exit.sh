# ---- the script's own traps ----
# Its EXIT trap is kept aside and run by _sk_on_exit, a reset gives our handler back.
_sk_trap() {
  local sk_action='' sk_name=''
  case $#${1-} in
  0 | ?-p*)
    if _sk_has _sk_traps; then
      _sk_traps "$@"
      return "$?"
    fi
    ;;
  esac
  if [ -z "$_sk_on" ] || ! _sk_main || case ${1--p} in -[lp]*) ;; *) false ;; esac then
    # shellcheck disable=SC2064  # the action is expanded by the caller
    builtin trap "$@"
    return "$?"
  fi
  [ "$1" != -- ] || shift
  case ${1-} in
  '' | *[!0-9]*) ;;
  *) set -- - "$@" ;;
  esac
  [ "$#" != 1 ] || set -- - "$1"
  sk_action=${1-}
  [ "$#" = 0 ] || shift
  for sk_name in "$@"; do
    case $sk_name in
    EXIT | exit | Exit | 0)
      _sk_own=$sk_action
      [ "$sk_action" != - ] || _sk_own=''
      ;;
    *)
      case $sk_name in
      1) sk_name=HUP ;;
      2) sk_name=INT ;;
      3) sk_name=QUIT ;;
      6) sk_name=ABRT ;;
      13) sk_name=PIPE ;;
      14) sk_name=ALRM ;;
      15) sk_name=TERM ;;
      esac
      sk_name=${sk_name#SIG}
      if [ "$sk_action" != - ] || ! _sk_is_trapped "$sk_name"; then
        builtin trap -- "$sk_action" "$sk_name" || return
      else
        _sk_trap_signals "$sk_name"
      fi
      ;;
    esac
  done
}
# Does a signal have a handler of this file? bash itself ignores QUIT.
_sk_is_trapped() {
  case $1 in
  HUP | INT | PIPE | ALRM | TERM | USR1 | USR2 | ABRT | XCPU | XFSZ) ;;
#: sh
  QUIT) [ -z "${BASH_VERSION-}" ] ;;
#: end
  *) false ;;
  esac
}
# `trap` of the script and of what it sources; in POSIX mode no function stands for it, but an alias does.
_sk_stand_in() {
  builtin alias trap=_sk_trap
#: sh
  # shellcheck disable=SC3028  # where bash is the sh
#: end
  case ${BASH_VERSION+:$SHELLOPTS:} in '' | *:posix:*) ;; *) builtin eval 'trap() { _sk_trap "$@"; }' ;; esac
}
