# Why a script of sh ended, and its EXIT trap: sh has no ERR trap and tells no command, so the status has to do.
__skill_pid() {
  # The process that runs this, in __skill_q: a child of the shell has another one, while $$ stays what it is.
  __skill_q=
  { IFS=' ' builtin read -r __skill_q __skill_rest < /proc/self/stat; } 2>/dev/null || :
  [ -n "$__skill_q" ] || __skill_q=$(builtin exec sh -c 'echo "$PPID"')
}
__skill_main() {
  __skill_pid
  [ "$__skill_q" = "$__skill_level" ]
}
__skill_why() {
  # Why the script ended with $__skill_rc, where nothing that it printed says so.
  builtin local __s_code=EXIT_STATUS __s_text="exit code $__skill_rc" __s_where="\"exit_code\":$__skill_rc" __s_line= __s_said=
  if [ -n "$__skill_by" ]; then
    __s_code=SIGNAL_$__skill_by __s_text="ended by SIG$__skill_by" __s_where="$__s_where,\"signal\":\"$__skill_by\""
  else
    if [ "$__skill_rc" = 2 ] && [ -f "$__skill_self" ]; then
      __s_said=$(builtin exec 9>&-; command -p sh -n "$__skill_self" 2>&1)
      __s_said=${__s_said%%"$__skill_nl"*}
      case $__s_said in
        *"$__skill_self: "*)
          __s_code=SYNTAX_ERROR
          __s_text=${__s_said#*"$__skill_self: "}
          __s_line=${__s_text#line }
          __s_line=${__s_line%%:*}
          ;;
      esac
    fi
  fi
  case $__s_line in ''|*[!0-9]*) ;; *) __s_where="$__s_where,\"line\":$__s_line" ;; esac
  if [ -n "$__skill_command" ]; then
    [ -n "$__skill_by" ] || __s_text="exit code $__skill_rc at: $__skill_command"
    __skill_quote "$__skill_command"
    __s_where="$__s_where,\"command\":$__skill_q"
  fi
  __skill_fail "$__s_code" "$__s_text" "$__s_where"
}
__skill_end() {
  # The EXIT trap: $1 exit status. The script's own EXIT trap runs first and sees its status.
  __skill_rc=$1 __skill_ending=1 __skill_flags=$-
  builtin set +efux
  #OWN
  { __skill_close "$__skill_rc"; } 2>/dev/null
  __skill_tell
  builtin exit "$__skill_rc"
}
