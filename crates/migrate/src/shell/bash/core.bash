# Why and where a bash script ended, and the EXIT trap.
__skill_main() {
  [ "$BASH_SUBSHELL" = "$__skill_level" ]
}
__skill_line_of() {
  # The line of this script that holds the command $1, if just one does, in __skill_q.
  local want=$1 text= n=0
  __skill_q=
  want=${want%%$'\n'*}
  [ -n "$want" ] && [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 0
  while IFS= builtin read -r text || [ -n "$text" ]; do
    n=$((n + 1))
    case $text in
      *__skill_begin*) text=${text##*__skill_begin} ;;
    esac
    case $text in
      [[:blank:]]\#*|\#*) ;;
      *"$want"*)
        [ -z "$__skill_q" ] || { __skill_q= && return 0; }
        __skill_q=$n
        ;;
    esac
  done < "$__skill_self"
}
__skill_why() {
  # Why the script ended with $__skill_rc, where nothing that it printed says so.
  local code=EXIT_STATUS text= where="\"exit_code\":$__skill_rc" line=$__skill_at command=$__skill_command
  if [ -n "$__skill_by" ]; then
    code=SIGNAL_$__skill_by text="ended by SIG$__skill_by" where="$where,\"signal\":\"$__skill_by\""
  elif [ "$__skill_err_rc" = "$__skill_rc" ] && case $command in exit*) builtin false ;; esac; then
    code=COMMAND_FAILED line=$__skill_err_line command=$__skill_err_command
    text="exit code $__skill_rc of: $command"
  elif case $command in exit|exit\ *) builtin true ;; *) builtin false ;; esac; then
    text="exit code $__skill_rc"
  else
    if [ "$__skill_rc" = 2 ] && [ -f "$__skill_self" ] && text=$("${BASH:-bash}" -n "$__skill_self" 2>&1 9>&-; builtin printf x) && text=${text%x} && [ -n "$text" ]; then
      code=SYNTAX_ERROR text=${text%%$'\n'*} line=${text#*: line } command=
      line=${line%%:*}
      text=${text#"$__skill_self: "}
    else
      case $__skill_at$__skill_err_own$__skill_flags in
        [0-9]*) ;;
        own*e*|old*e*) code=COMMAND_FAILED ;;
        own*) ;;
        *u*) code=SCRIPT_ABORTED ;;
      esac
      text="exit code $__skill_rc at: $command"
      [ -n "$command" ] || text="exit code $__skill_rc of the script's own EXIT trap"
    fi
  fi
  # Before 4.3 bash has forgotten by now what a signal found it at.
  case $command in "builtin exit \"\$__skill_rc\"") command= ;; esac
  case $command in "__skill_say "*) command=${command#__skill_say * } text=${text//__skill_say [a-z]* /} ;; esac
  # In a function bash 3 counts lines from where that begins.
  case $BASH_VERSION in 3.*) [ "$code" != COMMAND_FAILED ] || line= ;; esac
  if [ -z "$line" ] && [ -n "$command" ]; then
    __skill_line_of "$command"
    line=$__skill_q
  fi
  case $line in ''|*[!0-9]*) ;; *) where="$where,\"line\":$line" ;; esac
  if [ -n "$command" ]; then
    __skill_quote "$command"
    where="$where,\"command\":$__skill_q"
  fi
  __skill_fail "$code" "$text" "$where"
}
__skill_cut() {
  # Does line $1 stand in this script, and not behind it?
  local text= n=0
  [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 1
  while IFS= builtin read -r text || [ -n "$text" ]; do
    n=$((n + 1))
  done < "$__skill_self"
  [ "${1:-0}" -gt 0 ] && [ "$1" -le "$n" ]
}
__skill_end() {
  # The EXIT trap: $1 exit status, $2 the last command. The script's own EXIT trap runs first and sees its status.
  __skill_main || return 0
  # bash 3.2 says 0 where `set -e` is on and an expansion (`${1:?}`, `set -u`) ends the script; at its end it stands behind it.
  case ${BASH_VERSION%%.*}$1$-,$2 in
    30*e*,*exit*) ;;
    30*e*,*\$*) ! __skill_cut "${3-}" || set -- 1 "$2" ;;
  esac
  __skill_rc=$1 __skill_command=${__skill_command:-$2} __skill_ending=1 __skill_flags=$-
  if [ -n "$__skill_err_own" ]; then
    __skill_err=$(builtin trap -p ERR)
  fi
  builtin trap - ERR
  #OWN
  { __skill_close "$__skill_rc"; } 2>/dev/null
  __skill_tell
  builtin exit "$__skill_rc"
}
