# `exec command`: the command runs as a child that gets our signals, and its status is ours. sh lets a job ignore SIGINT for
# good, so SIGINT reaches the child as SIGTERM.
__skill_exec() {
  if [ -z "$__skill_on" ] || ! __skill_main; then
    builtin exec "$@"
  fi
  # Not every sh knows `exec --`; where it is an error, it stays one.
  if [ "${1-}" = -- ] && ( builtin exec -- true ) 2>/dev/null; then
    shift
  fi
  #HAND
  # What can't be found is left to exec itself, which then ends the shell by the EXIT trap; in bash it forgets the traps.
  [ -n "${BASH_VERSION-}" ] || command -v -- "$1" >/dev/null 2>&1 || builtin exec "$@"
  builtin local __s_pid= __s_rc=0 __s_name=
  __skill_own= __skill_command="exec $*"
  { builtin true 6<&0; } 2>/dev/null || builtin exec </dev/null
  {
    (
      builtin exec 6<&- 9>&-
      builtin exec "$@"
    ) <&6 &
    __s_pid=$!
  } 6<&0
  for __s_name in HUP QUIT ALRM TERM USR1 USR2; do
    builtin trap "builtin kill -$__s_name $__s_pid 2>/dev/null" "$__s_name"
  done
  builtin trap "__skill_by=INT; builtin kill -TERM $__s_pid 2>/dev/null" INT
  while :; do
    __s_rc=0
    { builtin wait "$__s_pid" || __s_rc=$?; } 2>/dev/null
    builtin kill -0 "$__s_pid" 2>/dev/null || break
  done
  case $__s_rc in
    129) __skill_by=HUP ;;
    130) __skill_by=INT ;;
    143) [ -z "$__skill_by" ] && __skill_by=TERM || __s_rc=130 ;;
  esac
  builtin exit "$__s_rc"
}
