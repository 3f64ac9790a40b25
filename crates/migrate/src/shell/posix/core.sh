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
  local code=EXIT_STATUS text="exit code $__skill_rc" where="\"exit_code\":$__skill_rc" line= said=
  if [ -n "$__skill_by" ]; then
    code=SIGNAL_$__skill_by text="ended by SIG$__skill_by" where="$where,\"signal\":\"$__skill_by\""
  else
    if [ "$__skill_rc" = 2 ] && [ -f "$__skill_self" ]; then
      said=$(builtin exec 9>&-; command -p sh -n "$__skill_self" 2>&1)
      said=${said%%"$__skill_nl"*}
      case $said in
        *"$__skill_self: "*)
          code=SYNTAX_ERROR
          text=${said#*"$__skill_self: "}
          line=${text#line }
          line=${line%%:*}
          ;;
      esac
    fi
  fi
  case $line in ''|*[!0-9]*) ;; *) where="$where,\"line\":$line" ;; esac
  if [ -n "$__skill_command" ]; then
    [ -n "$__skill_by" ] || text="exit code $__skill_rc at: $__skill_command"
    __skill_quote "$__skill_command"
    where="$where,\"command\":$__skill_q"
  fi
  __skill_fail "$code" "$text" "$where"
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
