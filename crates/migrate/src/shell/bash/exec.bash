# `exec command`: the command runs as a child that gets our signals, and its status is ours.
__skill_bad() {
  # Why exec can't run $1, in __skill_q: there is none of that name, or its file is none that can run.
  builtin local __s_file=${1-} __s_head= __s_line=
  __skill_q=
  case $__s_file in
    */*) ;;
    *)
      ! builtin hash -t -- "$__s_file" >/dev/null 2>&1 || return 0
      __s_file=$(builtin type -P -- "$__s_file") || __skill_q=name
      ;;
  esac
  [ -z "$__skill_q" ] || return 0
  if [ -d "$__s_file" ]; then
    __skill_q=folder
  elif ! [ -f "$__s_file" ] || ! [ -x "$__s_file" ]; then
    __skill_q=file
  elif [ -r "$__s_file" ]; then
    { IFS= builtin read -r -n 2 __s_head && IFS= builtin read -r __s_line; } < "$__s_file" 2>/dev/null || :
    __s_line=${__s_line#"${__s_line%%[![:blank:]]*}"}
    case $__s_head in
      \#!) [ -x "${__s_line%%[[:blank:]]*}" ] || __skill_q=file ;;
    esac
  fi
}
__skill_exec() {
  builtin local __s_last=$? __s_pid= __s_rc=0 __s_name= __s_pad= __s_bad= __s_back=
  if [ -z "$__skill_on" ] || ! __skill_main; then
    command exec "$@"
  fi
  [ "${1-}" != -- ] || shift
  #HAND
  # What bash says against the command has the line of the script, by line ends in front.
  builtin printf -v __s_pad '%*s' "$((BASH_LINENO[0] > __skill_here ? BASH_LINENO[0] - __skill_here : 0))" ''
  __s_pad=${__s_pad// /$'\n'}
  __skill_bad "$@"
  __s_bad=$__skill_q
  ! builtin shopt -q execfail || __s_back=1
  builtin trap - ERR
  __skill_command="exec $*" __skill_at=${BASH_LINENO[0]}
  ( builtin trap - INT QUIT && builtin eval "${__s_pad}command exec 9>&- \"\$@\"" ) <&0 &
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
  # Where a name is not found, the script's EXIT trap stays, with the status before; up to 5.1 bash forgets it where exec fails and
  # the script goes on, from 5.2 on it never does then, and tells it the status of exec.
  case ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]},$__s_back$__s_bad in
    [34]*,name|5[01],name) ;;
    [34]*|5[01],*) __skill_own= ;;
    *,name|*,1?*) __s_last=$__s_rc ;;
    *) __skill_own= ;;
  esac
  case $__s_back$__s_bad,$- in
    1file,*e*|,*|1,*) ;;
    1*)
      __skill_command= __skill_at=
      __skill_watch
      return "$__s_rc"
      ;;
    *) [ -z "$__skill_own" ] || __s_rc=$__s_last ;;
  esac
  builtin exit "$__s_rc"
}
