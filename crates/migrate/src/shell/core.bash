# The way out of a migrated script: whatever ends it, one envelope on the stdout that the caller gave.
# Style (the compactor joins lines): one statement a line, no line breaks in strings, comments on lines of their own.
__skill_quote() {
  # $1 as a JSON string in __skill_q: bytes in, well-formed UTF-8 out, builtins only.
  local LC_ALL=C s=$1 out= head= char= n=
  case $s in
    *[!\ -~]*|*[\"\\]*) ;;
    *) __skill_q=\"$s\" && return 0 ;;
  esac
  while [ -n "$s" ]; do
    head=${s%%[!\ -~]*}
    n=${#head}
    s=${s:n}
    case $head in *\\*) head=${head//\\/\\\\} ;; esac
    case $head in *\"*) head=${head//\"/\\\"} ;; esac
    out=$out$head
    char=
    case $s in
      '') break ;;
      $'\n'*) n=1 char='\n' ;;
      $'\t'*) n=1 char='\t' ;;
      $'\r'*) n=1 char='\r' ;;
      [$'\302'-$'\337'][$'\200'-$'\277']*) n=2 ;;
      $'\340'[$'\240'-$'\277'][$'\200'-$'\277']*) n=3 ;;
      [$'\341'-$'\354'$'\356'$'\357'][$'\200'-$'\277'][$'\200'-$'\277']*) n=3 ;;
      $'\355'[$'\200'-$'\237'][$'\200'-$'\277']*) n=3 ;;
      $'\360'[$'\220'-$'\277'][$'\200'-$'\277'][$'\200'-$'\277']*) n=4 ;;
      [$'\361'-$'\363'][$'\200'-$'\277'][$'\200'-$'\277'][$'\200'-$'\277']*) n=4 ;;
      $'\364'[$'\200'-$'\217'][$'\200'-$'\277'][$'\200'-$'\277']*) n=4 ;;
      $'\360'[$'\220'-$'\277'][$'\200'-$'\277']*|[$'\361'-$'\363'][$'\200'-$'\277'][$'\200'-$'\277']*|$'\364'[$'\200'-$'\217'][$'\200'-$'\277']*) n=3 char='\ufffd' ;;
      $'\340'[$'\240'-$'\277']*|[$'\341'-$'\354'$'\356'$'\357'][$'\200'-$'\277']*|$'\355'[$'\200'-$'\237']*|$'\360'[$'\220'-$'\277']*|[$'\361'-$'\363'][$'\200'-$'\277']*|$'\364'[$'\200'-$'\217']*) n=2 char='\ufffd' ;;
      [$'\200'-$'\377']*) n=1 char='\ufffd' ;;
      *) n=1 && builtin printf -v char '\\u%04x' "'${s:0:1}" ;;
    esac
    out=$out${char:-${s:0:n}}
    s=${s:n}
  done
  __skill_q=\"$out\"
}
__skill_return() {
  return "$1"
}
__skill_signal() {
  # A signal that the script leaves to the default action: it ends the script with 128+n.
  local n=$1
  [ "$n" != 0 ] || n=$(builtin kill -l "$2")
  __skill_by=$2
  __skill_rc=$((128 + n))
  [ -z "$__skill_ending" ] || return 0
  builtin exit "$__skill_rc"
}
__skill_arm() {
  local name=
  for name in "$@"; do
    case $name in
      HUP|SIGHUP|1) builtin trap '__skill_signal 1 HUP' HUP ;;
      INT|SIGINT|2) builtin trap '__skill_signal 2 INT' INT ;;
      QUIT|SIGQUIT|3) builtin trap '__skill_signal 3 QUIT' QUIT ;;
      PIPE|SIGPIPE|13) builtin trap '__skill_signal 13 PIPE' PIPE ;;
      ALRM|SIGALRM|14) builtin trap '__skill_signal 14 ALRM' ALRM ;;
      TERM|SIGTERM|15) builtin trap '__skill_signal 15 TERM' TERM ;;
      USR1|SIGUSR1) builtin trap '__skill_signal 0 USR1' USR1 ;;
      USR2|SIGUSR2) builtin trap '__skill_signal 0 USR2' USR2 ;;
      ABRT|SIGABRT|6) builtin trap '__skill_signal 6 ABRT' ABRT ;;
      XCPU|SIGXCPU) builtin trap '__skill_signal 0 XCPU' XCPU ;;
      XFSZ|SIGXFSZ) builtin trap '__skill_signal 0 XFSZ' XFSZ ;;
      *) return 1 ;;
    esac
  done
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
__skill_fail() {
  # One entry of errors: $1 code, $2 message, $3 members of its context.
  __skill_quote "$2"
  [ -n "$__skill_errors" ] || __skill_first='{"code":"'$1'","message":'$__skill_q'}'
  __skill_errors=$__skill_errors${__skill_errors:+,}'{"code":"'$1'","message":'$__skill_q${3:+,\"context\":\{$3\}}'}'
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
        own*e*) code=COMMAND_FAILED ;;
        own*) ;;
        *u*) code=SCRIPT_ABORTED ;;
      esac
      text="exit code $__skill_rc at: $command"
      [ -n "$command" ] || text="exit code $__skill_rc of the script's own EXIT trap"
    fi
  fi
  case $command in "__skill_say "*) command=${command#__skill_say * } text=${text//__skill_say [a-z]* /} ;; esac
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
__skill_close() {
  # Prints the envelope, once.
  local LC_ALL=C IFS=' ' success=true deliverables= metrics= n= agent= stamp= status= error=
  __skill_rc=$1
  [ -z "$__skill_closed" ] || return 0
  __skill_closed=1
  builtin trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  builtin set +efux +o posix
  builtin shopt -u nocasematch
  #FLUSH
  [ "$__skill_rc" = 0 ] && [ -z "$__skill_failed" ] || success=false
  if [ "$__skill_rc" != 0 ]; then
    [ -n "$__skill_errors" ] && [ -z "$__skill_by" ] || __skill_why
  elif [ -n "$__skill_failed" ] && [ -z "$__skill_errors" ]; then
    __skill_fail REPORTED_FAILURE "$__skill_failed"
  fi
  #GATHER
  #DOCUMENT
  builtin printf '%s\n' "$__skill_q" >&9
}
__skill_end() {
  # The EXIT trap: $1 exit status, $2 the last command. The script's own EXIT trap runs first and sees its status.
  [ "$BASH_SUBSHELL" = "$__skill_level" ] || return 0
  __skill_rc=$1 __skill_command=${__skill_command:-$2} __skill_ending=1 __skill_flags=$-
  if [ -n "$__skill_err_own" ]; then
    __skill_err=$(builtin trap -p ERR)
  fi
  builtin trap - ERR
  #OWN
  { __skill_close "$__skill_rc"; } 2>/dev/null
  builtin exit "$__skill_rc"
}
