# `exec command`: the command runs as a child that gets our signals, and its status is ours.
__skill_exec() {
  if [ -z "$__skill_on" ] || ! __skill_main; then
    command exec "$@"
  fi
  [ "${1-}" != -- ] || shift
  #HAND
  if ! __skill_missing "$@"; then
    # bash runs the EXIT trap where the name can't be found, and doesn't where the path is none.
    case ${1-} in */*) __skill_own= ;; esac
    __skill_command="exec $*" __skill_at=${BASH_LINENO[0]}
    builtin shopt -q execfail && return 127
    builtin trap - ERR
    builtin exit 127
  fi
  builtin local __s_pid= __s_rc=0 __s_name=
  builtin trap - ERR
  __skill_own= __skill_command="exec $*" __skill_at=${BASH_LINENO[0]}
  ( builtin trap - INT QUIT && command exec 9>&- "$@" ) <&0 &
  __s_pid=$!
  for __s_name in HUP INT QUIT ALRM TERM USR1 USR2; do
    builtin trap "builtin kill -$__s_name $__s_pid 2>/dev/null" "$__s_name"
  done
  # `builtin wait` keeps bash 4.3 and 4.4 from answering a signal.
  while :; do
    __s_rc=0
    command wait "$__s_pid" || __s_rc=$?
    builtin kill -0 "$__s_pid" 2>/dev/null || break
  done
  case $__s_rc in
    129) __skill_by=HUP ;;
    130) __skill_by=INT ;;
    143) __skill_by=TERM ;;
  esac
  builtin exit "$__s_rc"
}
