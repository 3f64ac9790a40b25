# Functions with a result put it in _sk_q.
#: called
# From here on, stdout is for the document; what the script prints goes to stderr.
skill_begin() {
  local sk_old=''
  _sk_flag skill_begin "$@" || return
  [ -z "$_sk_on" ] || return 0
  sk_old=$(builtin trap -p EXIT HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ)
  ## Options stay the same.
  _sk_err_own=own
  _sk_start
  _sk_stand_in
  builtin eval "$sk_old"
}
# Prints the document now, once.
#: called helper-envelope-v1
# Where its status is error, this fails with 1.
#: called
skill_emit() {
  _sk_flag skill_emit "$@" || return
  [ -z "$_sk_closed" ] || return 0
  [ -z "$_sk_on" ] || _sk_main || _sk_reject 'skill_emit: called in a subshell (a pipe, a substitution or a job)' || return
  local sk_done=0
  ## In a subshell, since _sk_close sets options and ignores signals.
  (
    { builtin eval '_sk_level=$BASH_SUBSHELL _sk_pid=${BASHPID-$$}' && { _sk_close 0; } 2>/dev/null && [ -z "$_sk_lost" ]; } || builtin exit 2
#: called helper-envelope-v1
    case $_sk_status,$_sk_bad in error,* | ,1 | ok,1) builtin exit 1 ;; esac
#: called
  ) || sk_done=$?
  _sk_closed=1
  case $sk_done in 0 | 1) return "$sk_done" ;; esac
  _sk_reject 'skill_emit: the envelope could not be written to stdout'
}
_sk_flag() {
  local sk_name="$1" sk_flag=''
  shift
  for sk_flag in "$@"; do
    case $sk_name,$sk_flag in
    *,--compact) _sk_wide='' ;;
    skill_begin,--time) _sk_timed=1 ;;
#: called helper-envelope-v1
    skill_begin,--schema-version=[0-9]*.[0-9]*.[0-9]*)
      case ${sk_flag#*=} in
      *[!0-9.]* | *.*.*.* | *..*) _sk_reject 'skill_begin: --schema-version: expected MAJOR.MINOR.PATCH' || return ;;
      esac
      _sk_schema_version=${sk_flag#*=}
      ;;
    skill_begin,*) _sk_reject "$sk_name: takes --compact, --time and --schema-version=MAJOR.MINOR.PATCH" || return ;;
#: called skill-output-v1
    skill_begin,*) _sk_reject "$sk_name: takes no arguments but --compact and --time" || return ;;
#: called
    *) _sk_reject "$sk_name: takes no argument but --compact" || return ;;
    esac
  done
}
#: end
# Runs "$@" without messages and nocasematch.
_sk_quietly() {
  local sk_case='' sk_done=0
  builtin shopt -q nocasematch && sk_case=1 && builtin shopt -u nocasematch
  { "$@" || sk_done=$?; } 2>/dev/null
  [ -z "$sk_case" ] || builtin shopt -s nocasematch
  return "$sk_done"
}
_sk_has() { builtin declare -F "$1" >/dev/null; }
# _sk_q: the first $2 bytes of $1.
_sk_first_bytes() { _sk_q=${1:0:$2}; }
_sk_drop_stdout() { builtin eval "$_sk_exec 19>&-"; }
# sk_text: what "$@" has printed.
_sk_printed() {
  local sk_escape='' sk_end="$_sk_nl"
  case ${1##*/} in
  printf)
    shift
    # shellcheck disable=SC2059  # the format is the one of the call
    builtin printf -v sk_text "$@"
    ;;
  *)
    shift
    builtin shopt -q xpg_echo && sk_escape=1
    while case ${1-} in - | -*[!neE]* | [!-]* | '') false ;; esac do
      case $1 in *n*) sk_end='' ;; esac
      case ${1##*[!e]} in ?*) sk_escape=1 ;; esac
      case $1 in *E) sk_escape='' ;; esac
      shift
    done
    builtin printf -v sk_text '%s ' "$@"
    sk_text=${sk_text% }
    case $sk_escape$sk_text in
    1*\\*)
      case $sk_text in *\\c*) sk_text=${sk_text%%\\c*} sk_end='' ;; esac
      builtin printf -v sk_text '%b' "$sk_text"
      ;;
    esac
    sk_text=$sk_text$sk_end
    ;;
  esac
}
# Adds a value: $1 kind, $2 to $4 its parts. A subshell writes it to a file of this user.
_sk_add() {
  if [ ! -d "$_sk_box" ]; then
    if _sk_main; then
      _sk_store "$@"
      return "$?"
    fi
    builtin kill -0 "$$" 2>/dev/null && command -p mkdir -m 700 -- "$_sk_box" 2>/dev/null
  fi
  [ -O "$_sk_box" ] && [ ! -L "$_sk_box" ] && builtin printf '%s\0' "$1" "$2" "${3-}" "${4-}" >>"$_sk_box/told"
}
_sk_load() {
  local sk_part=''
  [ -O "$_sk_box" ] && [ ! -L "$_sk_box" ] || return 0
  set --
  while IFS= builtin read -r -d '' sk_part; do
    set -- "$@" "$sk_part"
    if [ "$#" = 4 ]; then
      _sk_store "$@"
      set --
    fi
  done <"$_sk_box/told"
  command -p rm -rf -- "$_sk_box"
}
# _sk_q: $1 as a JSON string.
_sk_quote() {
  [ "${LC_ALL-}" = C ] || local LC_ALL=C
  _sk_q=$1
  case $_sk_q in *[!]\ !#-[^-~]*) _sk_escape "$1" '[!]\ !#-[^-~]' ;; esac
  _sk_q=\"$_sk_q\"
}
# _sk_q: $1 with what $2 matches escaped, and U+FFFD for bytes that are not UTF-8.
_sk_escape() {
  ## Without blanks in IFS bash finds no control characters.
  local IFS=' ' 2>/dev/null || :
  local sk_at=0 sk_b='' sk_v='' sk_n=0
  _sk_q=''
  ## In pieces, since bash copies what it cuts.
  while sk_b=${1:sk_at:512} && [ -n "$sk_b" ]; do
    # shellcheck disable=SC2295  # it is a pattern
    sk_v=${sk_b%%$2*} sk_n=1
    case ${sk_v:+run}$sk_b in
    run*) sk_n=${#sk_v} ;;
    $'\n'*) sk_v='\n' ;;
    $'\t'*) sk_v='\t' ;;
    $'\r'*) sk_v='\r' ;;
    \"*) sk_v='\"' ;;
    \\*) sk_v=$'\\\\' ;;
    ${_sk_utf8[0]}*) sk_n=2 ;;
    ${_sk_utf8[1]}* | ${_sk_utf8[2]}* | ${_sk_utf8[3]}*) sk_n=3 ;;
    ${_sk_utf8[4]}* | ${_sk_utf8[5]}* | ${_sk_utf8[6]}*) sk_n=4 ;;
    [$'\200'-$'\377']*) sk_v='\ufffd' ;;
    *) builtin printf -v sk_v '\\u%04x' "'${sk_b:0:1}" ;;
    esac
    sk_v=${sk_v:-${sk_b:0:sk_n}}
    _sk_q=$_sk_q$sk_v sk_at=$((sk_at + sk_n))
  done
}

## A new job still has its traps, but another process id (bash 3.2 has no BASHPID).
_sk_main() { [ "$BASH_SUBSHELL" = "$_sk_level" ] && [ "${BASHPID-$$}" = "$_sk_pid" ]; }
# A signal: first the document, then the signal ends the script.
_sk_on_signal() {
  _sk_last=$?
  _sk_main || _sk_end_by_signal "$1"
  _sk_by=$1 _sk_rc=$((128 + $(builtin kill -l "$1")))
  [ -n "$_sk_ending" ] || builtin exit "$_sk_rc"
}
## Its parent sees the signal.
_sk_end_by_signal() {
  builtin trap - "$1" EXIT
  builtin kill -s "$1" "${BASHPID-$$}"
}
# The error of a script that printed none: why and where it ended.
_sk_explain() {
  local sk_code=EXIT_STATUS sk_text="exit code $_sk_rc" sk_where="\"exit_code\":$_sk_rc" sk_line="$_sk_at"
  local sk_command="$_sk_command" sk_failed=''
  case $_sk_by,$sk_command in
  ?*,* | ,exit | ,exit\ *) ;;
  *) [ "$_sk_err_rc" != "$_sk_rc" ] || sk_failed=1 sk_command=$_sk_err_command ;;
  esac
  ## A here-document belongs to the text of its command.
  sk_command=${sk_command%%"$_sk_nl"*}
  _sk_unprefix
  if [ -n "$_sk_by" ]; then
    sk_code=SIGNAL_$_sk_by sk_text="ended by SIG$_sk_by" sk_where="$sk_where,\"signal\":\"$_sk_by\""
  elif [ -n "$_sk_reason" ] && _sk_ended_by exit return; then
    sk_code=SCRIPT_ERROR sk_text=$_sk_reason sk_line=$_sk_reason_at sk_command=''
  elif [ -n "$_sk_failed" ] && _sk_ended_by exit return false test '[' '[[' '(('; then
    sk_code=REPORTED_FAILURE sk_text=$_sk_failed sk_line=$_sk_failed_at sk_command=''
  elif [ -n "$sk_failed" ]; then
    sk_code=COMMAND_FAILED sk_text="$sk_text of: $sk_command" sk_line=$_sk_err_line
    ## bash 3 counts lines from the start of a function; the line of `return` is that of the call.
    case $BASH_VERSION,$sk_command in 3.* | *,return*) sk_line='' ;; esac
  ## Nothing of the script had run before `builtin set -E`.
  elif case $sk_command in exit | exit\ * | 'builtin set -E') false ;; esac then
    _sk_explain_abort
  fi
  ## Before 4.3, bash names a command of this file after a signal.
  case $sk_command in "builtin exit \"\$_sk_rc\"" | "return \"\$sk_status\"" | 'builtin set -E') sk_command='' ;; esac
  if [ -n "$sk_command" ]; then
    if [ -z "$sk_line" ] && [ -f "$_sk_self" ]; then
      # The only line that holds the command.
      sk_line=$(command -p grep -nF -- "$sk_command" "$_sk_self" | command -p grep -v '^[0-9]*:[[:blank:]]*#')
      case $sk_line in *"$_sk_nl"*) sk_line='' ;; *) sk_line=${sk_line%%:*} ;; esac
    fi
    _sk_quote "$sk_command"
    sk_command=",\"command\":$_sk_q"
  fi
  case $sk_line in '' | *[!0-9]*) ;; *) sk_where="$sk_where,\"line\":$sk_line" ;; esac
  _sk_fail "$sk_code" "$sk_text" "\"context\":{$sk_where$sk_command}"
}
# As above, where no trap saw a command fail.
_sk_explain_abort() {
  local sk_rest="${sk_command#*\$\{}" sk_said=''
  sk_rest=${sk_rest#"${sk_rest%%[!a-zA-Z0-9_]*}"}
  # `${1:?text}`
  case $sk_command,${sk_rest#:} in
  *\$\{*,\?*\}*)
    sk_rest=${sk_rest#*\?}
    sk_rest=${sk_rest%%\}*}
    case $sk_rest in
    '' | *[\$\`\\\"\']*) ;;
    *)
      sk_code=SCRIPT_ABORTED sk_text=$sk_rest
      return 0
      ;;
    esac
    ;;
  esac
  if [ "$_sk_rc" = 2 ] && [ -f "$_sk_self" ] && ! sk_said=$("${BASH:-bash}" -n "$_sk_self" 2>&1 19>&-); then
    sk_said=${sk_said%%"$_sk_nl"*} sk_line=${sk_said#*: line }
    sk_code=SYNTAX_ERROR sk_text=${sk_said#"$_sk_self: "} sk_line=${sk_line%%:*} sk_command=''
    return 0
  fi
  case $_sk_at$_sk_err_own$_sk_flags in
  [0-9]*) ;;
  own*e* | old*e*) sk_code=COMMAND_FAILED ;;
  own*) ;;
  *u*) sk_code=SCRIPT_ABORTED ;;
  esac
  sk_text="$sk_text at: $sk_command"
  [ -n "$sk_command" ] || sk_text="exit code $_sk_rc of the script's own EXIT trap"
}
_sk_ended_by() {
  local sk_by="${sk_command%% *}"
  case $sk_by in '(('*) sk_by='((' ;; esac
  case " $* " in *" $sk_by "*) ;; *) [ -z "$sk_by" ] || builtin declare -F "$sk_by" >/dev/null ;; esac
}
# Takes each `skill_say KIND` out of sk_command.
_sk_unprefix() {
  local sk_rest=''
  while case $sk_command in *'skill_say '* | *'skill_run '*) ;; *) false ;; esac do
    sk_rest=${sk_command#*skill_[sr][au][yn] }
    case ${sk_rest%% *} in
    *=\"*[!\"]) sk_rest=${sk_rest#*\" } ;;
    *) sk_rest=${sk_rest#* } ;;
    esac
    sk_command=${sk_command%%skill_[sr][au][yn] *}$sk_rest
  done
}
# The EXIT trap: $1 exit status, $2 the last command, $3 its line. The script's own EXIT trap runs first.
_sk_on_exit() {
  _sk_main || return 0
  ## bash 3.2 says 0 where `${1:?}` or `set -u` ends a script with `set -e`: before its last line.
  case ${BASH_VERSION%%.*}$1$-,$2 in
  30*e*,*exit*) ;;
  30*e*,*\$*) [ "${3:-0}" -le 0 ] || [ "$3" -gt "0$(command -p grep -c '' "$_sk_self" 2>/dev/null)" ] || set -- 1 "$2" ;;
  esac
  _sk_rc=$1 _sk_command=${_sk_command:-$2} _sk_ending=1 _sk_flags=$-
  [ -z "$_sk_own" ] || _sk_own_exit
  builtin trap - ERR
  { _sk_close "$_sk_rc"; } 2>/dev/null
  _sk_report_lost
#: helper-envelope-v1
  ## What the script itself calls an error is none that ends with 0.
  case $_sk_rc$_sk_status,$_sk_bad in 0error,* | 0,1 | 0ok,1) _sk_rc=1 ;; esac
#: end
  [ -z "$_sk_by" ] || [ "$_sk_rc" -le 128 ] || _sk_end_by_signal "$_sk_by"
  builtin exit "$_sk_rc"
}
# The ERR trap: $1 status, $2 line, $3 command; "${@:4}": the command that a function of this file ran.
_sk_on_error() {
#: helper-envelope-v1
  ## `return` hands on a status that is noted.
  case $_sk_noted,$1,$3 in "$1,$1,return \""*) return 0 ;; esac
  _sk_noted=''
#: end
  _sk_err_rc=$1 _sk_err_line=$2 _sk_err_command=$3
  shift 3
  case ${FUNCNAME[1]-} in
  skill_say | skill_run) _sk_err_line=${BASH_LINENO[1]} _sk_err_command=$* ;;
  _sk_own_text | _sk_answer) _sk_err_line=${BASH_LINENO[3]} _sk_err_command=$* ;;
#: helper-envelope-v1
  _sk_call_part)
    case $1 in _sk_answer) shift 2 && _sk_noted=$_sk_err_rc _sk_err_line=${BASH_LINENO[2]} _sk_err_command=$* ;; esac
    ;;
#: end
  esac
}
_sk_set_traps() {
  builtin trap '_sk_on_exit "$?" "$BASH_COMMAND" "$LINENO"' EXIT
  _sk_trap_signals HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  ## Before 4.2 an ERR trap costs the script its PIPESTATUS.
  case $BASH_VERSION in 3.* | 4.[01].*) _sk_err_own=old ;; esac
  if [ -z "$_sk_err_own" ]; then
    builtin trap '_sk_on_error "$?" "$LINENO" "$BASH_COMMAND" "$@"' ERR
    builtin set -E
  fi
}
# Keeps stdout on 19, as a copy of bash's own: programs inherit neither.
_sk_keep_stdout() {
  local sk_fd=10
  builtin eval "$_sk_exec 19>&1"
  while [ -e "/dev/fd/$sk_fd" ]; do
    sk_fd=$((sk_fd + 1))
  done
  { true 19>&"$sk_fd" && builtin eval "$_sk_exec 19>&$sk_fd"; } >/dev/null 2>/dev/null || :
  [ /dev/fd/19 -ef /dev/fd/1 ] || builtin eval "$_sk_exec 19>&1"
}
_sk_start() {
  local sk_text=''
  ## `ulimit -n 15` leaves no room for 19: the script prints its former output.
  if ! { true 19>&1; } 2>/dev/null && { true 3>&1; } 2>/dev/null; then
    _sk_reject "$_sk_file: descriptor 19 can't be opened (ulimit -n $(builtin ulimit -n)): no envelope is printed" || return 0
  fi
#: time
  [ -z "$_sk_timed" ] || ! _sk_now || _sk_began=$_sk_q
#: end
  [ ! -f "$0" ] || [ ! -r "$0" ] || IFS= builtin read -r -d '' sk_text <"$0" || :
  ## A script keeps its own ERR trap.
  ## A RETURN trap would be run by a function `trap`: such a script calls skill_say.
  case $sk_text in *trap*ERR*) _sk_err_own=own ;; esac
  case $sk_text in *RETURN*) ;; *) ! _sk_has _sk_stand_in || _sk_stand_in ;; esac
  ## If stdout or stderr is closed, bash opens the script at that number.
  if ! { true 19>&1; } 2>/dev/null || [ /dev/fd/1 -ef "$0" ]; then
    ## Output fails as before, and the document is lost.
    builtin eval "$_sk_exec 19>&-"
  elif true 1>&2 && ! [ /dev/fd/2 -ef "$0" ]; then
    _sk_keep_stdout
    builtin eval "$_sk_exec 1>&2"
  else
    _sk_keep_stdout
    builtin eval "$_sk_exec 1>/dev/null"
  fi
  _sk_on=1 _sk_to=19
  _sk_set_traps
}

# ---- the start ----
## Before 4.2, `command exec` with a redirection ends the script that sources a file with it.
_sk_exec='command exec'
case $BASH_VERSION in 3.* | 4.[01].*) _sk_exec='exec' && builtin unset -f exec ;; esac
case $BASH_VERSION in 3.*) builtin unset -v BASHPID ;; esac
## An array: variables of the environment are none.
_sk_pid=("$$" "$$") _sk_file=skill-envelope.bash _sk_at='' _sk_reason_at='' _sk_failed_at='' _sk_level=$BASH_SUBSHELL
_sk_err_own='' _sk_err_rc='' _sk_err_line='' _sk_err_command=''
#: helper-envelope-v1
_sk_noted=''
#: end
_sk_nl=$'\n' _sk_tab=$'\t' _sk_cr=$'\r' _sk_esc=$'\033[' _sk_fast=''
! _sk_has _sk_quick || _sk_fast=1
_sk_utf8=($'[\302-\337][\200-\277]' $'\340[\240-\277][\200-\277]' $'\355[\200-\237][\200-\277]'
  $'[\341-\354\356\357][\200-\277][\200-\277]' $'\360[\220-\277][\200-\277][\200-\277]'
  $'[\361-\363][\200-\277][\200-\277][\200-\277]' $'\364[\200-\217][\200-\277][\200-\277]')
_sk_box=$_sk_box/skill-envelope.$$.$RANDOM$RANDOM$RANDOM
#: migrated
## Functions of the environment must not replace these.
## In POSIX mode, bash 3.2 rejects the last two names.
builtin unset -f local set shift return eval break continue : [ 2>/dev/null || :
# No script that is sourced, `bash -c` or prompt begins a document.
if case $- in *c*) false ;; *i*) [ "${BASH_SOURCE[${#BASH_SOURCE[@]} - 1]}" = "$0" ] ;; esac && [ "${#BASH_SOURCE[@]}" -lt 3 ] &&
  [ "${SKILLGEN_STDOUT-}" != text ]; then
  ## A limit of nested calls must not count those of this file.
  builtin unset -v FUNCNEST
  _sk_start
fi
#: end
true
