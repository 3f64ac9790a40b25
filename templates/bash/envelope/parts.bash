#: exit
# In a subshell the script's own EXIT trap may exit, fail or end by `set -u` without taking the document along.
_sk_own_exit() {
  local sk_err=''
  sk_err=$(builtin trap -p ERR)
  builtin trap - ERR
  # Up to 4.4, `set -u` ends the script at an unset `$!`, also with a default.
  local sk_job=''
  builtin set +u
  sk_job=$!
  case $_sk_flags in *u*) builtin set -u ;; esac
  # What waits for jobs has to run in the shell that started them.
  if [ -n "$sk_job" ] && builtin declare -F _sk_waits >/dev/null && _sk_waits; then
    _sk_own_here
    return "$?"
  fi
  local sk_errexit='' sk_status='' sk_by="$_sk_by"
  case $- in *e*) sk_errexit=1 ;; esac
  builtin set +e
  (
    [ -z "$_sk_err_own" ] || builtin eval "$sk_err"
    [ -z "$sk_errexit" ] || builtin set -e
    if _sk_return "${_sk_last:-$_sk_rc}"; then builtin eval "$_sk_own"; else builtin eval "$_sk_own"; fi
    builtin exit "$_sk_rc"
  )
  sk_status=$?
  [ "$sk_status" = "$_sk_rc" ] || _sk_command=''
  [ "$_sk_by" != "$sk_by" ] || _sk_rc=$sk_status
}
#: end
#: exec
_sk_bad() {
  # Why exec can't run $1, in _sk_q: there is none of that name, or its file is none that can run.
  local sk_file=${1-} sk_head='' sk_line=''
  _sk_q=''
  case $sk_file in
  */*) ;;
  *)
    ! builtin hash -t -- "$sk_file" >/dev/null 2>&1 || return 0
    sk_file=$(builtin type -P -- "$sk_file") || _sk_q=name
    ;;
  esac
  [ -z "$_sk_q" ] || return 0
  if [ -d "$sk_file" ]; then
    _sk_q=folder
  elif ! [ -f "$sk_file" ] || ! [ -x "$sk_file" ]; then
    _sk_q=plain
  elif [ -r "$sk_file" ]; then
    { IFS= builtin read -r -n 2 sk_head && IFS= builtin read -r sk_line; } <"$sk_file" 2>/dev/null || :
    sk_line=${sk_line#"${sk_line%%[![:blank:]]*}"}
    case $sk_head in
    \#!) [ -x "${sk_line%%[[:blank:]]*}" ] || _sk_q=plain ;;
    esac
  fi
}
_sk_complain() {
  # What bash says against `exec` in line $1 of the script: it would name this file.
  local sk_said='' sk_line="$1"
  shift
  _sk_q=0
  sk_said=$( (command exec "$@") 2>&1) || _sk_q=$?
  while IFS= builtin read -r; do
    case $REPLY in
    *skill-envelope.bash:\ line\ *) builtin printf '%s: line %s:%s\n' "$0" "$sk_line" "${REPLY#*: line *:}" ;;
    *) builtin printf '%s\n' "$REPLY" ;;
    esac
  done <<<"$sk_said" >&2
}
_sk_handover() {
  local sk_last="$sk_was" sk_pid='' sk_rc=0 sk_name='' sk_bad='' sk_back='' sk_all="exec $*" sk_with=()
  # `exec -a NAME`, `-c` and `-l`.
  while case ${1-} in --) shift && false ;; -?*) ;; *) false ;; esac do
    sk_with+=("$1")
    case $1 in *a) [ "$#" = 1 ] || { shift && sk_with+=("$1"); } ;; esac
    shift
  done
  if [ -z "$_sk_on" ] || ! _sk_main; then
    _sk_bad "${1-}"
    sk_bad=$_sk_q
    [ -n "$sk_bad" ] || command exec ${sk_with[@]+"${sk_with[@]}"} "$@"
    _sk_complain "${BASH_LINENO[2]}" "$@"
    ! builtin shopt -q execfail || return "$_sk_q"
    [ "$sk_bad" = name ] || builtin trap - EXIT
    builtin exit "$_sk_q"
  fi
  # A command that prints an envelope itself takes the script's place, with the caller's stdout: its envelope is the one.
  if { true >&19; } 2>/dev/null && _sk_prints "$@"; then
    builtin exec ${sk_with[@]+"${sk_with[@]}"} "$@" 1>&19 19>&-
  fi
  _sk_bad "$@"
  sk_bad=$_sk_q
  [ -z "$sk_bad" ] || _sk_complain "${BASH_LINENO[2]}" "$@"
  ! builtin shopt -q execfail || sk_back=1
  builtin trap - ERR
  _sk_command=$sk_all _sk_at=${BASH_LINENO[2]}
#: exec helper-envelope-v1
  [ -z "$_sk_asks" ] || _sk_file_for "$@" || :
#: exec
  (
    builtin trap - INT QUIT
    [ -z "$sk_bad" ] || builtin eval "$_sk_exec 2>/dev/null"
#: exec helper-envelope-v1
    [ -z "$_sk_asked" ] || builtin eval "$_sk_exec >>\"\$_sk_asked\""
#: exec
    command exec ${sk_with[@]+"${sk_with[@]}"} "$@" 19>&-
  ) <&0 &
  sk_pid=$!
  for sk_name in HUP INT QUIT ALRM TERM USR1 USR2; do
    # shellcheck disable=SC2064  # the process is known now
    builtin trap "builtin kill -$sk_name $sk_pid 2>/dev/null" "$sk_name"
  done
  # `builtin wait` keeps bash 4.3 and 4.4 from answering a signal.
  while :; do
    sk_rc=0
    command wait "$sk_pid" || sk_rc=$?
    builtin kill -0 "$sk_pid" 2>/dev/null || break
  done
#: exec helper-envelope-v1
  [ -z "$_sk_asked" ] || _sk_answered
#: exec
  case $sk_rc in
  129) _sk_by=HUP ;;
  130) _sk_by=INT ;;
  143) _sk_by=TERM ;;
  esac
  # Where a name is not found, the script's EXIT trap stays, with the status before; up to 5.1 bash forgets it where exec fails and
  # the script goes on, from 5.2 on it never does then, and tells it the status of exec.
  case ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]},$sk_back$sk_bad in
  [34]*,name | 5[01],name) ;;
  [34]* | 5[01],*) _sk_own='' ;;
  *,name | *,1?*) sk_last=$sk_rc ;;
  *) _sk_own='' ;;
  esac
  case $sk_back$sk_bad,$- in
  1plain,*e* | ,* | 1,*) ;;
  1*)
    _sk_command='' _sk_at=''
    _sk_set_traps
    return "$sk_rc"
    ;;
  *) [ -z "$_sk_own" ] || sk_rc=$sk_last ;;
  esac
  builtin exit "$sk_rc"
}
#: end
#: traps
_sk_waits() {
  # Does the script's own EXIT trap, or a function that it calls, wait for jobs?
  local IFS=' ' sk_text="$_sk_own" sk_next='' sk_word='' sk_seen=' '
  while [ -n "$sk_text" ]; do
    sk_text=" ${sk_text//[!a-zA-Z0-9_]/ } "
    case $sk_text in *' wait '* | *' jobs '* | *' fg '* | *' bg '* | *' disown '*) return 0 ;; esac
    sk_next=''
    for sk_word in $sk_text; do
      case $sk_seen in *" $sk_word "*) continue ;; esac
      case $sk_word in skill_* | _sk_* | trap) continue ;; esac
      sk_seen="$sk_seen$sk_word "
      builtin declare -F -- "$sk_word" >/dev/null || continue
      sk_next="$sk_next $(builtin declare -f -- "$sk_word")"
    done
    sk_text=$sk_next
  done
  return 1
}
_sk_own_here() {
  builtin set +o posix
  builtin eval 'exit() { _sk_exit "${1-$?}"; }'
  case $- in
  *e*)
    builtin set -E
    builtin trap '[ "$BASH_SUBSHELL" != "$_sk_level" ] || { { _sk_close "$?"; } 2>/dev/null; _sk_report_lost; }' ERR
    ;;
  esac
  if _sk_return "${_sk_last:-$_sk_rc}"; then
    builtin eval "$_sk_own"
  else
    builtin eval "$_sk_own"
  fi
  builtin trap - ERR
}
_sk_exit() {
  # `exit` in the script's own EXIT trap.
  if _sk_main; then
    [ "$1" = "$_sk_rc" ] || _sk_command=''
    { _sk_close "$1"; } 2>/dev/null
    _sk_report_lost
    set -- "$_sk_rc"
  fi
  builtin exit "$1"
}
#: end
#: json
# ---- JSON as an argument ----
# Is $1 one JSON value? Then _sk_q is that value without blanks. sk_want: a value, the first in a list, the first or a next key,
# a colon, a comma or an end, nothing more.
_sk_json() {
  local LC_ALL=C sk_s="$1" sk_open='' sk_want=value sk_out='' sk_t=''
  while :; do
    sk_s=${sk_s#"${sk_s%%[! $'\t\r\n']*}"}
    case $sk_want:$sk_s in
    value:[\{[]* | first:[\{[]*)
      sk_t=${sk_s:0:1} sk_open=$sk_t$sk_open
      case $sk_t in \{) sk_want=key1 ;; *) sk_want=first ;; esac
      ;;
    value:* | first:[!\]]*)
      case $sk_s in
      \"*) _sk_json_string || return 1 ;;
      *)
        sk_t=${sk_s%%[], $'\t\r\n'\}]*}
        case $sk_t in true | false | null) ;; *) _sk_number "$sk_t" || return 1 ;; esac
        ;;
      esac
      sk_want=after
      ;;
    key:\"* | key1:\"*)
      _sk_json_string || return 1
      sk_want=':'
      ;;
    :::*) sk_t=: sk_want=value ;;
    after:,*)
      [ -n "$sk_open" ] || return 1
      sk_t=,
      case $sk_open in \{*) sk_want=key ;; *) sk_want=value ;; esac
      ;;
    first:\]* | key1:\}* | after:[]\}]*)
      sk_t=${sk_s:0:1}
      case $sk_open$sk_t in \{*\} | \[*\]) ;; *) return 1 ;; esac
      sk_open=${sk_open#?} sk_want=after
      ;;
    after:)
      [ -z "$sk_open" ] || return 1
      _sk_escape "$sk_out" '[!\ -~]'
      return 0
      ;;
    *) return 1 ;;
    esac
    case $sk_t in \"*) ;; *) sk_s=${sk_s:${#sk_t}} ;; esac
    sk_out=$sk_out$sk_t
  done
}
# sk_t: the string that sk_s begins with, which is taken off; half a surrogate pair is U+FFFD.
_sk_json_string() {
  local sk_x='[0-9a-fA-F]' sk_run=''
  sk_t=\" sk_s=${sk_s#?}
  while :; do
    sk_run=${sk_s%%[\"\\$'\001'-$'\037']*}
    sk_t=$sk_t$sk_run sk_s=${sk_s:${#sk_run}}
    case $sk_s in
    \"*)
      sk_t=$sk_t\" sk_s=${sk_s#?}
      return 0
      ;;
    \\u[dD][89abAB]$sk_x$sk_x\\u[dD][c-fC-F]$sk_x$sk_x*) sk_t=$sk_t${sk_s:0:12} sk_s=${sk_s:12} ;;
    \\u[dD][89a-fA-F]$sk_x$sk_x*) sk_t=$sk_t'\ufffd' sk_s=${sk_s:6} ;;
    \\u$sk_x$sk_x$sk_x$sk_x*) sk_t=$sk_t${sk_s:0:6} sk_s=${sk_s:6} ;;
    \\[\"\\/bfnrt]*) sk_t=$sk_t${sk_s:0:2} sk_s=${sk_s:2} ;;
    *) return 1 ;;
    esac
  done
}

#: end
#: answer
# Where bash can't run "$@", says so in the words of bash: those would name this file and its line.
_sk_found() {
  local sk_why='' sk_done=127
  case $#,${1-} in
  0,) ;;
  *,*/*)
    if [ ! -e "$1" ]; then
      sk_why='No such file or directory'
    elif [ -d "$1" ]; then
      sk_why='Is a directory' sk_done=126
    elif [ ! -x "$1" ]; then
      sk_why='Permission denied' sk_done=126
    fi
    ;;
  *) builtin type -- "$1" >/dev/null 2>&1 || sk_why='command not found' ;;
  esac
  [ -n "$sk_why" ] || return 0
  builtin printf '%s: line %s: %s: %s\n' "${BASH_SOURCE[4]}" "${BASH_LINENO[3]}" "$1" "$sk_why" >&2
  return "$sk_done"
}
#: end
