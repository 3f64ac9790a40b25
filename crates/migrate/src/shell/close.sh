# The way out of a migrated script: whatever ends it, one envelope on the stdout that the caller gave.
# Shared by bash and sh: POSIX text, but for the word `builtin`, which sh goes without.
# Style (the compactor joins lines): one statement a line, no line breaks in strings, comments on lines of their own.
__skill_return() {
  return "$1"
}
__skill_signal() {
  # A signal that the script leaves to the default action: it ends the script with 128+n.
  __skill_last=$?
  builtin local __s_n="$1" __s_try=
  if [ "$__s_n" = 0 ]; then
    for __s_try in 10 12 24 25 30 31; do
      case $(builtin kill -l "$__s_try") in "$2"|"SIG$2") __s_n=$__s_try ;; esac
    done
  fi
  __skill_by=$2
  __skill_rc=$((128 + __s_n))
  [ -z "$__skill_ending" ] || return 0
  #SIGNAL
  builtin exit "$__skill_rc"
}
__skill_arm() {
  builtin local __s_name=
  for __s_name in "$@"; do
    case $__s_name in
      HUP|SIGHUP|1) builtin trap '__skill_signal 1 HUP' HUP ;;
      INT|SIGINT|2) builtin trap '__skill_signal 2 INT' INT ;;
      QUIT|SIGQUIT|3)
        # bash itself ignores it.
        [ -z "${BASH_VERSION-}" ] || return 1
        builtin trap '__skill_signal 3 QUIT' QUIT
        ;;
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
__skill_fail() {
  # One entry of errors: $1 code, $2 message, $3 members of its context.
  __skill_quote "$2"
  [ -n "$__skill_errors" ] || __skill_first='{"code":"'$1'","message":'$__skill_q'}'
  __skill_errors=$__skill_errors${__skill_errors:+,}'{"code":"'$1'","message":'$__skill_q${3:+,\"context\":\{$3\}}'}'
}
__skill_close() {
  # Prints the envelope, once.
  builtin local LC_ALL=C __s_success=true __s_deliverables= __s_metrics= __s_n= __s_agent= __s_stamp= __s_status= __s_error=
  __skill_rc=$1
  [ -z "$__skill_closed" ] || return 0
  __skill_closed=1
  builtin trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  #OPTIONS
  #FLUSH
  [ "$__skill_rc" = 0 ] && [ -z "$__skill_failed" ] || __s_success=false
  if [ "$__skill_rc" != 0 ]; then
    if [ -z "$__skill_errors" ] && [ -z "$__skill_by" ] && [ -n "$__skill_failed" ]; then
      __skill_fail REPORTED_FAILURE "$__skill_failed" "\"exit_code\":$__skill_rc"
    fi
    [ -n "$__skill_errors" ] && [ -z "$__skill_by" ] || __skill_why
  elif [ -n "$__skill_failed" ] && [ -z "$__skill_errors" ]; then
    __skill_fail REPORTED_FAILURE "$__skill_failed"
  fi
  # A run that failed has no confidence of its own.
  [ "$__s_success" = true ] || __skill_confidence=${__skill_confidence:-0}
  #GATHER
  #DOCUMENT
  builtin printf '%s\n' "$__skill_q" >&9 || __skill_lost=1
}
__skill_tell() {
  # An envelope that can't be written is lost: that is said, and is no success.
  [ -n "$__skill_lost" ] || return 0
  __skill_lost=
  [ "$__skill_rc" != 0 ] || __skill_rc=1
  builtin printf '%s: the envelope could not be written to stdout\n' "$0" >&2 || :
}
