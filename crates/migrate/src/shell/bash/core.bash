# Why and where a bash script ended, and the EXIT trap.
__skill_main() {
  [ "$BASH_SUBSHELL" = "$__skill_level" ]
}
__skill_line_of() {
  # The line of this script that holds the command $1, if just one does, in __skill_q.
  builtin local __s_want="$1" __s_text= __s_n=0
  __skill_q=
  __s_want=${__s_want%%$'\n'*}
  [ -n "$__s_want" ] && [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 0
  while IFS= builtin read -r __s_text || [ -n "$__s_text" ]; do
    __s_n=$((__s_n + 1))
    case $__s_text in
      *__skill_begin*) __s_text=${__s_text##*__skill_begin} ;;
    esac
    case $__s_text in
      [[:blank:]]\#*|\#*) ;;
      *"$__s_want"*)
        [ -z "$__skill_q" ] || { __skill_q= && return 0; }
        __skill_q=$__s_n
        ;;
    esac
  done < "$__skill_self"
}
__skill_why() {
  # Why the script ended with $__skill_rc, where nothing that it printed says so.
  builtin local __s_code=EXIT_STATUS __s_text= __s_where="\"exit_code\":$__skill_rc" __s_line="$__skill_at" __s_command="$__skill_command" __s_want=
  if [ -n "$__skill_by" ]; then
    __s_code=SIGNAL_$__skill_by __s_text="ended by SIG$__skill_by" __s_where="$__s_where,\"signal\":\"$__skill_by\""
  elif [ "$__skill_err_rc" = "$__skill_rc" ] && case $__s_command in exit*) builtin false ;; esac; then
    __s_code=COMMAND_FAILED __s_line=$__skill_err_line __s_command=$__skill_err_command
    __s_text="exit code $__skill_rc of: $__s_command"
  elif case $__s_command in exit|exit\ *) builtin true ;; *) builtin false ;; esac; then
    __s_text="exit code $__skill_rc"
  else
    if [ "$__skill_rc" = 2 ] && [ -f "$__skill_self" ] && __s_text=$("${BASH:-bash}" -n "$__skill_self" 2>&1 9>&-; builtin printf x) && __s_text=${__s_text%x} && [ -n "$__s_text" ]; then
      __s_code=SYNTAX_ERROR __s_text=${__s_text%%$'\n'*} __s_line=${__s_text#*: line } __s_command=
      __s_line=${__s_line%%:*}
      __s_text=${__s_text#"$__skill_self: "}
    else
      case $__skill_at$__skill_err_own$__skill_flags in
        [0-9]*) ;;
        own*e*|old*e*) __s_code=COMMAND_FAILED ;;
        own*) ;;
        *u*) __s_code=SCRIPT_ABORTED ;;
      esac
      __s_text="exit code $__skill_rc at: $__s_command"
      [ -n "$__s_command" ] || __s_text="exit code $__skill_rc of the script's own EXIT trap"
    fi
  fi
  # Before 4.3 bash has forgotten by now what a signal found it at.
  case $__s_command in
    "builtin exit \"\$__skill_rc\"") __s_command= ;;
    # Nothing of the script had run.
    "builtin set -E") __s_command= __s_text="exit code $__skill_rc" ;;
  esac
  while :; do
    case $__s_command in
      *"__skill_say "*)
        __s_want=${__s_command#*__skill_say }
        __s_command=${__s_command%%__skill_say *}${__s_want#* }
        __s_want=${__s_text#*__skill_say }
        __s_text=${__s_text%%__skill_say *}${__s_want#* }
        ;;
      *) break ;;
    esac
  done
  # In a function bash 3 counts lines from where that begins.
  case $BASH_VERSION in 3.*) [ "$__s_code" != COMMAND_FAILED ] || __s_line= ;; esac
  if [ -z "$__s_line" ] && [ -n "$__s_command" ]; then
    __skill_line_of "$__s_command"
    __s_line=$__skill_q
  fi
  case $__s_line in ''|*[!0-9]*) ;; *) __s_where="$__s_where,\"line\":$__s_line" ;; esac
  if [ -n "$__s_command" ]; then
    __skill_quote "$__s_command"
    __s_where="$__s_where,\"command\":$__skill_q"
  fi
  __skill_fail "$__s_code" "$__s_text" "$__s_where"
}
__skill_cut() {
  # Does line $1 stand in this script, and not behind it?
  builtin local __s_text= __s_n=0
  [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 1
  while IFS= builtin read -r __s_text || [ -n "$__s_text" ]; do
    __s_n=$((__s_n + 1))
  done < "$__skill_self"
  [ "${1:-0}" -gt 0 ] && [ "$1" -le "$__s_n" ]
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
