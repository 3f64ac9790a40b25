# ---- guard: one document on every way out ---------------------------------------------------

# skill_begin [--compact]
# From here on stdout belongs to the document: what else is printed goes to stderr, and the
# document is printed once, whatever ends the script: the end, exit, a failure under set -e, an
# unset variable under set -u, a signal. The exit status is kept. Values must be given by the shell
# that began, not by a subshell, whose variables die with it. `exec COMMAND` is no way out: the
# shell is gone then.
skill_begin() {
  case $#:${1-} in
  0: | 1:--compact) ;;
  *)
    __skill_wrong 'skill_begin: takes no argument but --compact'
    return
    ;;
  esac
  if [ -n "$__skill_out" ]; then return 0; fi
  __skill_compact=${1-$__skill_style}
  __skill_level=$BASH_SUBSHELL
  __skill_swap
  __skill_guard
}

# Keeps stdout as __skill_out, a descriptor that nobody uses, and joins stdout to stderr.
__skill_swap() {
  local __sk_fd
  __skill_out=none
  if { true 9>&1; } 2>/dev/null; then
    for __sk_fd in 8 7 6 5 4 9 3 18 17 16; do
      if ! { true >&"$__sk_fd"; } 2>/dev/null; then
        eval "exec $__sk_fd>&1"
        __skill_out=$__sk_fd
        break
      fi
    done
  fi
  if true 9>&2; then exec >&2; else exec >/dev/null; fi
}

# Traps what ends a script. Handlers that the script has set already come back in the builtin's own
# quoting, and are set again by way of the function that keeps them.
__skill_guard() {
  local __sk_old=''
  if __skill_has_traps; then
    __sk_old=$(builtin trap -p EXIT HUP INT TERM PIPE ALRM USR1 USR2 XCPU 2>/dev/null) || __sk_old=''
  fi
  case $SHELLOPTS in
  # There, a function can't stand in for a special builtin, but aliases work in scripts.
  *posix*) alias trap=__skill_trap ;;
  *) eval 'trap() { __skill_trap "$@"; }' ;;
  esac
  __skill_arm_all
  __skill_arm EXIT
  eval "$__sk_old"
}

# Whether the script has a handler that must be asked for, which costs a fork: one that can't be printed
# is a failure, from bash 4 on; where there is none, nothing is printed, and nothing fails.
__skill_has_traps() {
  ((BASH_VERSINFO[0] < 4)) || ! builtin trap -p EXIT HUP INT TERM PIPE ALRM USR1 USR2 XCPU >&-
} 2>/dev/null

# Not every system has all of the signals: it silences stderr.
__skill_arm_all() {
  __skill_arm HUP INT TERM PIPE ALRM USR1 USR2 XCPU
} 2>/dev/null

# Sets the traps of these signals, but those that the script ignores: the script's handler, if there is
# one, within ours.
__skill_arm() {
  local __sk_name __sk_own
  for __sk_name in "$@"; do
    __sk_own=__skill_on_$__sk_name
    case $__sk_name$__skill_ignored in
    # `&& :` hands a status on without set -e ending the trap.
    EXIT*)
      builtin trap '__skill_ending "$?" && :
eval "$__skill_on_EXIT" && :
__skill_ended' EXIT
      continue
      ;;
    *" $__sk_name "*) continue ;;
    esac
    if [ -n "${!__sk_own}" ]; then
      builtin trap "__skill_caught $__sk_name && :
eval \"\$$__sk_own\"
__skill_calm && :" "$__sk_name" || :
    else
      builtin trap "__skill_signal $__sk_name" "$__sk_name" || :
    fi
  done
}

# The trap builtin as the script sees it: its handlers for our signals are kept and run by ours.
__skill_trap() {
  local __sk_action __sk_status=0 __sk_sig
  case ${1-} in
  '' | -p)
    if (($# == 0)) || [ "$1" = -p ]; then
      __skill_trap_print "$@"
      return
    fi
    ;;
  -l)
    builtin trap -l
    return
    ;;
  esac
  if [ "$BASH_SUBSHELL" != "$__skill_level" ]; then
    builtin trap "$@"
    return
  fi
  if [ "$1" = -- ]; then shift; fi
  # A lone name resets it.
  if (($# == 1)); then set -- - "$1"; fi
  __sk_action=${1-}
  if (($# > 0)); then shift; fi
  case $__sk_action in __skill_*) __sk_action=- ;; esac
  while (($# > 0)); do
    __skill_trap_name "$1"
    __sk_sig=$__skill_r
    if [ -z "$__sk_sig" ]; then
      builtin trap -- "$__sk_action" "$1" || __sk_status=$?
    elif [ -z "$__sk_action" ] && [ "$__sk_sig" != EXIT ]; then
      __skill_ignored="$__skill_ignored$__sk_sig "
      builtin trap '' "$__sk_sig" || __sk_status=$?
    else
      case $__skill_ignored in
      *" $__sk_sig "*) __skill_ignored=${__skill_ignored%%" $__sk_sig "*}' '${__skill_ignored#*" $__sk_sig "} ;;
      esac
      if [ "$__sk_action" = - ]; then __skill_r=''; else __skill_r=$__sk_action; fi
      eval "__skill_on_$__sk_sig=\$__skill_r"
      __skill_arm "$__sk_sig" 2>/dev/null
    fi
    shift
  done
  return "$__sk_status"
}

# __skill_r: the name of a signal that is guarded, or nothing.
__skill_trap_name() {
  __skill_r=''
  case ${1#[Ss][Ii][Gg]} in
  0 | [Ee][Xx][Ii][Tt]) __skill_r=EXIT ;;
  1 | [Hh][Uu][Pp]) __skill_r=HUP ;;
  2 | [Ii][Nn][Tt]) __skill_r=INT ;;
  13 | [Pp][Ii][Pp][Ee]) __skill_r=PIPE ;;
  14 | [Aa][Ll][Rr][Mm]) __skill_r=ALRM ;;
  15 | [Tt][Ee][Rr][Mm]) __skill_r=TERM ;;
  [Uu][Ss][Rr]1) __skill_r=USR1 ;;
  [Uu][Ss][Rr]2) __skill_r=USR2 ;;
  [Xx][Cc][Pp][Uu]) __skill_r=XCPU ;;
  esac
}

# `trap` and `trap -p`: the script's handlers, in the builtin's own form, so that `eval` sets them.
__skill_trap_print() {
  local __sk_own __sk_name
  if (($# > 0)); then shift; fi
  if (($# == 0)); then set -- EXIT HUP INT TERM PIPE ALRM USR1 USR2 XCPU QUIT CHLD DEBUG ERR RETURN; fi
  while (($# > 0)); do
    __skill_trap_name "$1"
    if [ -z "$__skill_r" ]; then
      builtin trap -p "$1"
    else
      __sk_name=$__skill_r
      eval "__sk_own=\$__skill_on_$__sk_name"
      if [ -n "$__sk_own" ]; then
        if [ "$__sk_name" != EXIT ]; then __sk_name=SIG$__sk_name; fi
        printf "trap -- '%s' %s\n" "${__sk_own//\'/$__skill_tick}" "$__sk_name"
      fi
    fi
    shift
  done
}

# A signal that the script does not handle: 128 and its number, by way of the EXIT trap.
__skill_signal() {
  local __sk_number
  __skill_number_of "$1"
  __sk_number=$__skill_r
  __skill_sig=$1
  builtin exit "$((128 + __sk_number))"
}

__skill_number_of() {
  case $1 in
  HUP) __skill_r=1 ;;
  INT) __skill_r=2 ;;
  PIPE) __skill_r=13 ;;
  ALRM) __skill_r=14 ;;
  TERM) __skill_r=15 ;;
  *)
    # Not the same everywhere.
    __skill_r=$(builtin kill -l "$1" 2>/dev/null) || __skill_r=10
    case $__skill_r in '' | *[!$__skill_digits]*) __skill_r=10 ;; esac
    ;;
  esac
}

# Around the script's own handler of a signal: an exit within it is that signal's doing.
__skill_caught() {
  local __sk_status=$?
  __skill_sig=$1
  return "$__sk_status"
}

__skill_calm() {
  local __sk_status=$?
  if [ -z "$__skill_leaving" ]; then __skill_sig=''; fi
  return "$__sk_status"
}

# While the document is being made, a signal is only noted: half a document helps nobody.
__skill_hold() {
  local __sk_name
  for __sk_name in HUP INT TERM PIPE ALRM USR1 USR2 XCPU; do
    case $__skill_ignored in
    *" $__sk_name "*) ;;
    *) builtin trap "__skill_late=$__sk_name" "$__sk_name" || : ;;
    esac
  done 2>/dev/null
}

# The way out begins, with status $1, which the script's own EXIT handler is to see. A handler that
# speaks of skill_ or exit has its say before the document, with an exit that does not pass us by;
# any other comes after, where not even an unset variable in it can cost the document.
__skill_ending() {
  __skill_status=$1
  __skill_leaving=yes
  # bash 3.2 says 258 after a syntax error, and exits with 2.
  if ((__skill_status > 255)); then __skill_status=2; fi
  __skill_hold
  case $SHELLOPTS in
  *posix*) __skill_last ;;
  *) if __skill_speaks; then eval 'exit() { __skill_ended "$@"; }'; else __skill_last; fi ;;
  esac
  return "$__skill_status"
}

__skill_speaks() {
  local __sk_text=${__skill_on_EXIT%%[!_$__skill_digits$__skill_lower$__skill_upper]*}
  if [ -n "$__sk_text" ]; then __sk_text=$(declare -f "$__sk_text" 2>/dev/null) || __sk_text=''; fi
  case $__skill_on_EXIT$__sk_text in *skill_* | *exit*) ;; *) return 1 ;; esac
}

__skill_ended() {
  local __sk_status=$?
  if [ "$BASH_SUBSHELL" != "$__skill_level" ]; then builtin exit "${1-$__sk_status}"; fi
  case ${1-} in
  '' | *[!$__skill_digits]*) ;;
  *) __skill_status=$(($1 & 255)) ;;
  esac
  __skill_last
  builtin exit "$__skill_status"
}

# The document, unless it is out already; a status of success needs one that could be written.
__skill_last() {
  __skill_sig=${__skill_sig:-$__skill_late}
  if [ -n "$__skill_sig" ]; then
    __skill_number_of "$__skill_sig"
    if ((__skill_status == 0)); then __skill_status=$((128 + __skill_r)); fi
  fi
  if [ -n "$__skill_done" ]; then return 0; fi
  __skill_settle
  if ! __skill_print "$__skill_compact" && ((__skill_status == 0)); then __skill_status=1; fi
}

# Whether a value may be given now, by $1; else one line, and a failure.
__skill_may() {
  if [ -n "$__skill_done" ]; then
    __skill_wrong "$1: the document is out already"
    return
  fi
  if [ -n "$__skill_out" ] && [ "$BASH_SUBSHELL" != "$__skill_level" ]; then
    __skill_wrong "$1: called in a subshell (a pipe, \$( ) or &), whose values are lost"
    return
  fi
}

# skill_emit [--compact]: prints the document. What is printed once stays the only one.
skill_emit() {
  case $#:${1-} in
  0: | 1:--compact) ;;
  *)
    __skill_wrong 'skill_emit: takes no argument but --compact'
    return
    ;;
  esac
  if [ -n "$__skill_done" ]; then return 0; fi
  __skill_may skill_emit || return
  if [ -z "$__skill_out" ] || [ -n "$__skill_leaving" ]; then
    __skill_print "${1-$__skill_compact}"
    return
  fi
  local __sk_status=0
  __skill_hold
  __skill_print "${1-$__skill_compact}" || __sk_status=$?
  __skill_arm_all
  if [ -n "$__skill_late" ]; then builtin kill -s "$__skill_late" "$$"; fi
  return "$__sk_status"
}

# Writes the document, on one line if $1 says so.
__skill_print() {
  local __sk_to=${__skill_out:-1}
  __skill_document "$1"
  if [ "$__sk_to" != none ] && { printf '%s\n' "$__skill_doc" >&"$__sk_to"; } 2>/dev/null; then
    __skill_done=yes
    return 0
  fi
  __skill_done=yes
  __skill_wrong 'skill_emit: the document could not be written to stdout'
}
