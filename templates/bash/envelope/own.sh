# ---- what sh does in its own way ----
## `command` goes past functions and aliases of the script.
_sk_quietly() { "$@" 2>/dev/null; }
_sk_has() { command -v "$1" >/dev/null 2>&1; }
# _sk_q: the first $2 bytes of $1.
_sk_first_bytes() {
  _sk_q=$1
  # shellcheck disable=SC2059  # how many bytes is a part of the format
  [ "${#1}" -le "$2" ] || _sk_q=$(command printf "%.${2}s" "$1")
}
_sk_drop_stdout() { [ -z "$_sk_on" ] || _sk_redirect "$_sk_fd>&-"; }
# sk_text: what "$@" has printed. Shells differ in the options and escapes of echo.
_sk_printed() {
  local IFS=' '
  case ${1##*/},${2-},$* in
  printf,* | echo,-* | echo,*\\*)
    sk_text=$(command "$@" && command printf x)
    sk_text=${sk_text%x}
    ;;
  *)
    shift
    sk_text=$*$_sk_nl
    ;;
  esac
}
# _sk_process: the process that runs this, which $$ does not tell in a child; sk_rest: what else Linux says of it.
_sk_whose() {
  _sk_process='' sk_rest=''
  { IFS=' ' command read -r _sk_process sk_rest </proc/self/stat; } 2>/dev/null || :
  [ -n "$_sk_process" ] || _sk_process=$(command exec sh -c "echo \"\$PPID\"")
}
_sk_main() {
  local sk_rest=''
  _sk_whose
  [ "$_sk_process" = "$_sk_level" ]
}
# Adds a value: $1 kind, $2 to $4 its parts. A subshell writes it to a file in a folder that only this user can open.
## On one line, since another job may write there, too; from then on the script itself does, so that the order is kept.
_sk_add() {
  if [ ! -d "$_sk_box" ]; then
    if _sk_main; then
      _sk_store "$@"
      return "$?"
    fi
    command kill -0 "$$" 2>/dev/null && command -p mkdir -m 700 -- "$_sk_box" 2>/dev/null
  fi
  [ -O "$_sk_box" ] && [ ! -h "$_sk_box" ] || return 0
  _sk_q=''
  _sk_pack "$1"
  _sk_pack "$2"
  _sk_pack "${3-}"
  _sk_pack "${4-}"
  command printf '%s\n' "$_sk_q" >>"$_sk_box/told"
}
_sk_load() {
  local sk_line='' sk_rest=''
  [ -O "$_sk_box" ] && [ ! -h "$_sk_box" ] || return 0
  while IFS= command read -r sk_line; do
    set --
    while [ -n "$sk_line" ]; do
      _sk_unpack "${sk_line%%"$_sk_tab"*}"
      set -- "$@" "$_sk_q"
      sk_line=${sk_line#*"$_sk_tab"}
    done
    _sk_store "$@"
  done <"$_sk_box/told"
  command -p rm -rf -- "$_sk_box"
}
# Puts $1 behind _sk_q, without line ends and tabs, and a tab behind it.
_sk_pack() {
  local sk_s="$1" sk_head=''
  while :; do
    sk_head=${sk_s%%[\\"$_sk_nl$_sk_tab"]*}
    _sk_q=$_sk_q$sk_head sk_s=${sk_s#"$sk_head"}
    case $sk_s in
    '') break ;;
    \\*) _sk_q=$_sk_q\\\\ ;;
    "$_sk_tab"*) _sk_q=$_sk_q'\t' ;;
    *) _sk_q=$_sk_q'\n' ;;
    esac
    sk_s=${sk_s#?}
  done
  _sk_q=$_sk_q$_sk_tab
}
_sk_unpack() {
  local sk_s="$1" sk_head=''
  _sk_q=''
  while :; do
    sk_head=${sk_s%%\\*}
    _sk_q=$_sk_q$sk_head sk_s=${sk_s#"$sk_head"}
    case $sk_s in
    '') return 0 ;;
    \\n*) _sk_q=$_sk_q$_sk_nl ;;
    \\t*) _sk_q=$_sk_q$_sk_tab ;;
    *) _sk_q=$_sk_q\\ ;;
    esac
    sk_s=${sk_s#??}
  done
}
# _sk_q: $1 as a JSON string; what is no UTF-8 becomes U+FFFD.
_sk_quote() {
  local LC_ALL=C sk_left="$1" sk_s='' sk_out='' sk_head='' sk_char=''
  while :; do
    sk_head=${sk_s%%[!]\ !#-[^-~]*}
    sk_out=$sk_out$sk_head sk_s=${sk_s#"$sk_head"}
    ## Most shells copy the rest of a text for each character that is cut off: that rest is short.
    if [ "${#sk_s}" -lt 4 ] && [ -n "$sk_left" ]; then
      sk_head=$(command printf '%.256s.' "$sk_left")
      sk_head=${sk_head%.}
      [ -n "$sk_head" ] || sk_head=$sk_left
      sk_left=${sk_left#"$sk_head"} sk_s=$sk_s$sk_head
      continue
    fi
    sk_head=${sk_s#?} sk_char=''
    case $sk_s in
    '') break ;;
    \"*) sk_char='\"' ;;
    \\*) sk_char=\\\\ ;;
    "$_sk_nl"*) sk_char='\n' ;;
    "$_sk_tab"*) sk_char='\t' ;;
    "$_sk_cr"*) sk_char='\r' ;;
    $_sk_two*) sk_head=${sk_s#??} ;;
    $_sk_three1* | $_sk_three2* | $_sk_three3*) sk_head=${sk_s#???} ;;
    $_sk_four1* | $_sk_four2* | $_sk_four3*) sk_head=${sk_s#????} ;;
    [$_sk_high]*) sk_char='\ufffd' ;;
    *)
      sk_char=${_sk_controls#*"${sk_s%"$sk_head"}"}
      sk_char=\\u00${sk_char%"${sk_char#??}"}
      ;;
    esac
    sk_out=$sk_out${sk_char:-${sk_s%"$sk_head"}} sk_s=$sk_head
  done
  _sk_q=\"$sk_out\"
}
# A signal: first the document, then the signal ends the script.
_sk_on_signal() {
  _sk_last=$?
  local sk_n='' sk_try=''
  case $1 in
  HUP) sk_n=1 ;;
  INT) sk_n=2 ;;
  QUIT) sk_n=3 ;;
  ABRT) sk_n=6 ;;
  PIPE) sk_n=13 ;;
  ALRM) sk_n=14 ;;
  TERM) sk_n=15 ;;
  *)
    for sk_try in 10 12 24 25 30 31; do
      case $(command kill -l "$sk_try") in "$1" | "SIG$1") sk_n=$sk_try ;; esac
    done
    ;;
  esac
  _sk_by=$1 _sk_rc=$((128 + sk_n))
  [ -z "$_sk_ending" ] || return 0
  ## Only bash runs the EXIT trap of a script that a signal ends.
  [ -n "${BASH_VERSION-}" ] || _sk_own=''
  command exit "$_sk_rc"
}
# The error of a script that printed none: sh tells neither the command nor its line.
_sk_explain() {
  local sk_code=EXIT_STATUS sk_text="exit code $_sk_rc" sk_where="\"exit_code\":$_sk_rc" sk_line='' sk_said=''
  if [ -n "$_sk_by" ]; then
    sk_code=SIGNAL_$_sk_by sk_text="ended by SIG$_sk_by" sk_where="$sk_where,\"signal\":\"$_sk_by\""
  elif [ -n "$_sk_reason" ]; then
    sk_code=SCRIPT_ERROR sk_text=$_sk_reason
  elif [ -n "$_sk_failed" ]; then
    sk_code=REPORTED_FAILURE sk_text=$_sk_failed
  elif [ "$_sk_rc" = 2 ] && [ -f "$_sk_self" ]; then
    sk_said=$(_sk_drop_stdout && command -p sh -n "$_sk_self" 2>&1) || :
    sk_said=${sk_said%%"$_sk_nl"*}
    case $sk_said in
    *"$_sk_self: "*)
      sk_code=SYNTAX_ERROR sk_text=${sk_said#*"$_sk_self: "}
      sk_line=${sk_text#line }
      sk_line=${sk_line%%:*}
      ;;
    esac
  fi
  case $sk_line in '' | *[!0-9]*) ;; *) sk_where="$sk_where,\"line\":$sk_line" ;; esac
  _sk_command=${_sk_command%%"$_sk_nl"*}
  if [ -n "$_sk_command" ]; then
    [ -n "$_sk_by" ] || sk_text="exit code $_sk_rc at: $_sk_command"
    _sk_quote "$_sk_command"
    sk_where="$sk_where,\"command\":$_sk_q"
  fi
  _sk_fail "$sk_code" "$sk_text" "\"context\":{$sk_where}"
}
# The EXIT trap: $1 exit status. The script's own EXIT trap runs first.
_sk_on_exit() {
  _sk_rc=$1 _sk_ending=1 _sk_flags=$-
  command set +efux
  [ -z "$_sk_own" ] || _sk_own_exit
  { _sk_close "$_sk_rc"; } 2>/dev/null
  _sk_report_lost
#: helper-envelope-v1
  ## What the script itself calls an error is none that ends with 0.
  case $_sk_rc$_sk_status,$_sk_bad in 0error,* | 0,1 | 0ok,1) _sk_rc=1 ;; esac
#: end
  if [ -n "$_sk_by" ] && [ "$_sk_rc" -gt 128 ]; then
    ## Who waits for the script sees what ended it.
    command trap - "$_sk_by" EXIT
    command kill -s "$_sk_by" "$$"
  fi
  command exit "$_sk_rc"
}
# Keeps the caller's stdout, and begins.
_sk_start() {
#: time
  [ -z "$_sk_timed" ] || ! _sk_now || _sk_began=$_sk_q
#: end
  ## If stdout or stderr is closed, the shell may open the script at that number.
  if ! command eval "{ command true $_sk_fd>&1; } 2>/dev/null" || [ /dev/fd/1 -ef "$0" ]; then
    ## Output fails as before, and the document is lost.
    _sk_redirect "$_sk_fd>&-"
  elif command true 1>&2 && ! [ /dev/fd/2 -ef "$0" ]; then
    _sk_redirect "$_sk_fd>&1 1>&2"
  else
    _sk_redirect "$_sk_fd>&1 1>/dev/null"
  fi
  _sk_on=1 _sk_to=$_sk_fd
  command trap '_sk_on_exit "$?"' EXIT
  _sk_trap_signals HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  ## bash itself ignores it.
  [ -n "${BASH_VERSION-}" ] || _sk_trap_signals QUIT
  ! _sk_has _sk_stand_in || _sk_stand_in
}
# Does this script print the document, and not one that sources it? Its text shows it.
_sk_runs() {
  local sk_line=''
  while IFS= command read -r sk_line || [ -n "$sk_line" ]; do
    case $sk_line in *'/skill-envelope.sh" |'?' '* | '# >>> skill'?'envelope'*) return 0 ;; esac
  done <"$0"
  return 1
}

# ---- the start ----
# Redirects this shell. Before 4.2, `command` in front of `exec` or `eval` ends, in bash, the script that sources a file with it.
_sk_redirect() { command eval "command exec $1"; }
case ${BASH_VERSION-} in 3.* | 4.[01].*) _sk_redirect() { eval "exec $1"; } ;; esac
_sk_pid=$$ _sk_file=skill-envelope.sh _sk_fd=7 _sk_waits='' sk_rest='' _sk_fast=''
! _sk_has _sk_quick || _sk_fast=1
case ${sk_fd-} in [3-9]) _sk_fd=$sk_fd ;; esac
_sk_whose
_sk_level=$_sk_process
## A name that nobody guesses: the end of the stack, which Linux chooses.
sk_rest=${sk_rest% *}
_sk_box=$_sk_box/skill-envelope.$$.${sk_rest##* }
_sk_nl='' _sk_tab='' _sk_cr='' _sk_esc='' _sk_high='' _sk_two='' _sk_three1='' _sk_three2='' _sk_three3=''
_sk_four1='' _sk_four2='' _sk_four3=''
command eval "$(command printf '%b' '_sk_nl="\0012" _sk_tab="\0011" _sk_cr="\0015" _sk_esc="\0033[" _sk_high="\0200-\0377"
  _sk_two="[\0302-\0337][\0200-\0277]" _sk_three1="\0340[\0240-\0277][\0200-\0277]" _sk_three2="\0355[\0200-\0237][\0200-\0277]"
  _sk_three3="[\0341-\0354\0356\0357][\0200-\0277][\0200-\0277]" _sk_four1="\0360[\0220-\0277][\0200-\0277][\0200-\0277]"
  _sk_four2="[\0361-\0363][\0200-\0277][\0200-\0277][\0200-\0277]" _sk_four3="\0364[\0200-\0217][\0200-\0277][\0200-\0277]"')"
## Each control character and its code.
_sk_controls=$(command printf '\00101\00202\00303\00404\00505\00606\00707\01008\0130b\0140c\0160e\0170f\02010\02111')
_sk_controls=$_sk_controls$(command printf '\02212\02313\02414\02515\02616\02717\03018\03119\0321a\0331b\0341c\0351d\0361e\0371f\1777f')
## A caller that asks for the text gets that.
if [ "${SKILLGEN_STDOUT-}" != text ] && _sk_runs 2>/dev/null; then
  _sk_start
fi
true
