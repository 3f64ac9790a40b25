#: exit
# In a subshell the script's own EXIT trap may exit, fail or end by `set -u` without taking the document along.
_sk_own_exit() {
  local sk_by="$_sk_by" sk_status='' sk_flag=''
  if [ -n "$_sk_waits" ]; then
    # It waits for jobs, which this shell started.
    _sk_own_here
    return 0
  fi
  (
    for sk_flag in u e; do
      case $_sk_flags in *$sk_flag*) command set "-$sk_flag" ;; esac
    done
    _sk_own_here
    command exit "$_sk_rc"
  )
  sk_status=$?
  [ "$_sk_by" != "$sk_by" ] || _sk_rc=$sk_status
}
_sk_own_here() {
  local sk_flag=''
  for sk_flag in f x; do
    case $_sk_flags in *$sk_flag*) command set "-$sk_flag" ;; esac
  done
  if _sk_return "${_sk_last:-$_sk_rc}"; then command eval "$_sk_own"; else command eval "$_sk_own"; fi
}
#: end
#: exec
# `exec COMMAND`: it runs as a child that gets our signals, and its status is ours. sh lets a job ignore SIGINT for good, so SIGINT
# reaches it as SIGTERM.
_sk_handover() {
  local sk_pid='' sk_rc=0 sk_name='' sk_in=''
  if [ -z "$_sk_on" ] || ! _sk_main; then
    exec "$@"
  fi
  # Not every sh knows `exec --`; where it is an error, it stays one.
  if [ "${1-}" = -- ] && (command eval 'exec -- true') 2>/dev/null; then
    shift
  fi
  # A command that prints an envelope itself takes the script's place, with the caller's stdout: its envelope is the one.
  if { command true >&"$_sk_to"; } 2>/dev/null && _sk_prints "$@"; then
    command eval "exec \"\$@\" 1>&$_sk_to $_sk_to>&-"
  fi
  # What can't be found is left to exec itself, which then ends the shell by the EXIT trap; in bash it forgets the traps.
  [ -n "${BASH_VERSION-}" ] || command -v -- "$1" >/dev/null 2>&1 || exec "$@"
  _sk_own='' _sk_command="exec $*"
  ## With `set -e`, bash 3.2 ends where `command NAME` fails, also in a condition.
  command set +e
#: exec helper-envelope-v1
  [ -z "$_sk_asks" ] || _sk_file_for "$@" || :
#: exec
  # A job has no stdin of its own: it comes by a descriptor that is free.
  for sk_in in 3 4 5 6 8 9; do
    { command true <&"$sk_in"; } 2>/dev/null || break
  done
  { command true <&0; } 2>/dev/null || _sk_redirect "</dev/null"
  _sk_redirect "$sk_in<&0"
  (
    _sk_redirect "<&$sk_in $sk_in<&- $_sk_to>&-"
#: exec helper-envelope-v1
    [ -z "$_sk_asked" ] || _sk_redirect ">>\"\$_sk_asked\""
#: exec
    exec "$@"
  ) &
  sk_pid=$!
  _sk_redirect "$sk_in<&-"
  for sk_name in HUP QUIT ALRM TERM USR1 USR2; do
    command eval "command trap 'command kill -$sk_name $sk_pid 2>/dev/null' $sk_name"
  done
  command trap "_sk_by=INT; command kill -TERM $sk_pid 2>/dev/null" INT
  while :; do
    sk_rc=0
    { command wait "$sk_pid" || sk_rc=$?; } 2>/dev/null
    command kill -0 "$sk_pid" 2>/dev/null || break
  done
#: exec helper-envelope-v1
  [ -z "$_sk_asked" ] || _sk_answered
#: exec
  case $sk_rc in
  129) _sk_by=HUP ;;
  130) _sk_by=INT ;;
  143)
    [ -z "$_sk_by" ] || sk_rc=130
    _sk_by=${_sk_by:-TERM}
    ;;
  esac
  exit "$sk_rc"
}
#: end
