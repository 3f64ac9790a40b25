# A script that sources another one comes here twice.
[ "${_sk_pid-}" != "$$" ] || ! builtin declare -F skill_say >/dev/null || return 0

# ---- what a script says ---------------------------------------------------------------------
# From here on stdout belongs to the document; all else that is printed comes on stderr.
skill_begin() {
  local sk_old=''
  _sk_flag skill_begin "$@" || return
  [ -z "$_sk_on" ] || return 0
  sk_old=$(builtin trap -p EXIT HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ)
  # Options stay as they are.
  _sk_err_own=own
  _sk_start
  _sk_stand_in
  builtin eval "$sk_old"
}
# Prints the document now. What is printed once stays the only one.
skill_emit() {
  _sk_flag skill_emit "$@" || return
  [ -z "$_sk_closed" ] || return 0
  [ -z "$_sk_on" ] || _sk_main || _sk_wrong 'skill_emit: called in a subshell (a pipe, a substitution or a job)' || return
  # A subshell, since options are set and signals wait.
  (builtin eval '_sk_level=$BASH_SUBSHELL' && { _sk_close 0; } 2>/dev/null && [ -z "$_sk_lost" ]) && _sk_closed=1 && return
  _sk_closed=1
  _sk_wrong 'skill_emit: the envelope could not be written to stdout'
}
skill_success() { _sk_api success "$@"; }
skill_confidence() { _sk_api confidence "$@"; }
skill_deliverable() { _sk_api deliverable "$@"; }
skill_metric() { _sk_api metric "$@"; }
skill_error() { _sk_api error "$@"; }
#: helper-envelope-v1
skill_status() { _sk_api status "$@"; }
skill_skipped() { _sk_api skipped "$@"; }
skill_data() { _sk_api data "$@"; }
# A failure in the codes that consumers branch on.
skill_handle_error() {
  case $#:${1-} in
  [12]:timeout | [12]:124) skill_error TOOL_TIMEOUT "Operation timed out after ${2:-?}s" ;;
  [12]:rate-limit) skill_error RATE_LIMIT_EXCEEDED "Search API rate limit exceeded; wait ${2:-60}s before retrying" ;;
  [12]:invalid-input) skill_error INVALID_INPUT "Input parameters are invalid${2:+: $2}" ;;
  [12]:tool-missing | [12]:126 | [12]:127)
    skill_error TOOL_NOT_AVAILABLE "${2:-a program} is not available" && skill_status tool-missing
    ;;
  [12]: | [12]:*[!0123456789]* | [12]:0 | [!12]:*)
    _sk_wrong 'skill_handle_error: takes timeout, rate-limit, invalid-input, tool-missing or an exit status'
    ;;
  *) skill_error INTERNAL_ERROR "An unexpected error occurred: status $1${2:+ of $2}" ;;
  esac
}
#: end
skill_say() {
  local sk_kind="$1" sk_status=0 sk_body='' sk_case=''
  shift
  case $sk_kind in
  background)
    # A job does not keep the caller waiting for the end of stdout.
    command exec 19>&-
    return "$?"
    ;;
  own_text)
    _sk_more _sk_own_text "$@"
    return "$?"
    ;;
  handover)
    shift
    _sk_more _sk_handover "$@"
    return "$?"
    ;;
  trap)
    shift
    _sk_trap "$@"
    return "$?"
    ;;
  esac
  case $_sk_on,$1 in
  1,cat)
    # A here-document: what is read is printed as it is.
    sk_body=$("$@" && builtin printf x) || sk_status=$?
    sk_body=${sk_body%x}
    [ "$sk_status" != 0 ] || builtin printf '%s' "$sk_body" || sk_status=$?
    ;;
  *)
    "$@"
    sk_status=$?
    ;;
  esac
  if [ -n "$_sk_on" ]; then
    builtin shopt -q nocasematch && sk_case=1 && builtin shopt -u nocasematch
    { _sk_hear "$@" || :; } 2>/dev/null
    [ -z "$sk_case" ] || builtin shopt -s nocasematch
  fi
  return "$sk_status"
}

# ---- values are checked where they are taken, and never evaluated ---------------------------
_sk_wrong() {
  builtin printf '%s\n' "$1" >&2 || :
  return 2
}
_sk_flag() {
  case $#,${2-} in
  1,) ;;
  2,--compact) _sk_wide='' ;;
  *) _sk_wrong "$1: takes no argument but --compact" ;;
  esac
}
_sk_api() {
  local sk_case='' sk_status=0 sk_why=''
  [ -z "$_sk_closed" ] || _sk_wrong "skill_$1: the document is out already" || return
  builtin shopt -q nocasematch && sk_case=1 && builtin shopt -u nocasematch
  { _sk_value "$@" || sk_status=$?; } 2>/dev/null
  [ -z "$sk_case" ] || builtin shopt -s nocasematch
  [ "$sk_status" = 0 ] || _sk_wrong "skill_$1: $sk_why, got $# argument(s)${2+: $_sk_q}"
}
_sk_value() {
  local LC_ALL=C
  [ "$#" = 1 ] || _sk_quote "${2:0:60}"
  case $1,$# in
  success,2)
    sk_why='takes true or false'
    case $2 in true | false) _sk_put "$@" ;; *) return 1 ;; esac
    ;;
  confidence,2)
    sk_why='takes a number from 0 to 1'
    _sk_unit "$2" && _sk_put "$@"
    ;;
  deliverable,2)
    sk_why='takes one path that is not empty'
    [ -n "$2" ] && _sk_put "$@"
    ;;
  metric,3)
    sk_why='takes a name (letters, digits, _ . -) and a number as JSON has it; counts and milliseconds are whole numbers from 0 on'
    _sk_number "$3" && case $2 in
    '' | *[!a-zA-Z0-9_.-]*) return 1 ;;
    execution_time_ms | files_modified | files_created | files_deleted) case $3 in *[!0123456789]*) return 1 ;; esac ;;
    esac && _sk_put "$@"
    ;;
  error,3 | error,4)
    sk_why='takes a code in UPPER_SNAKE_CASE, a message that is not empty, and perhaps a JSON object'
    case $2 in '' | *[!A-Z0-9_]*) return 1 ;; esac
    [ -n "$3" ] || return 1
    if [ "$#" = 4 ]; then
      _sk_more _sk_json "$4" || return 1
      case $_sk_q in \{*) set -- "$1" "$2" "$3" "\"context\":$_sk_q" ;; *) return 1 ;; esac
    fi
    _sk_put error "$3" "$2" "${4-}"
    ;;
#: helper-envelope-v1
  status,2)
    sk_why='takes ok, partial, error or tool-missing'
    case $2 in ok | partial | error | tool-missing) _sk_put "$@" ;; *) return 1 ;; esac
    ;;
  skipped,2)
    sk_why='takes the name of a source'
    _sk_put "$@"
    ;;
  data,3)
    sk_why='takes a name, none of the fields of the envelope itself, and a JSON value'
    case $2 in schema_version | status | error | agent | ts) return 1 ;; esac
    _sk_more _sk_json "$3" || return 1
    case $2,$_sk_q in skipped_sources,[!\[]*) return 1 ;; esac
    _sk_put data "$2" "$_sk_q"
    ;;
#: end
  *)
    sk_why='takes other arguments'
    return 1
    ;;
  esac
}
_sk_number() {
  local sk_n="${1#-}" sk_e=0
  case $sk_n in *[eE]*) sk_e=${sk_n#*[eE]} sk_n=${sk_n%%[eE]*} ;; esac
  case ${sk_e#[+-]} in '' | *[!0-9]*) return 1 ;; esac
  case $sk_n in '' | *[!0-9.]* | .* | *. | *.*.* | 0[0-9]*) return 1 ;; esac
}
_sk_unit() {
  _sk_number "$1" && case $1 in 0 | 1) ;; 0.*[!0-9]* | 1.*[!0]*) return 1 ;; [01].*) ;; *) return 1 ;; esac
}
# The value that sk_kind holds, or what the command "$@" has printed.
_sk_hear() {
  local LC_ALL=C sk_escape='' sk_end=$'\n' sk_text="${sk_kind#*=}" sk_name=''
  case $sk_kind in
  *=*)
    sk_kind=${sk_kind%%=*}
    sk_name=${sk_kind#*.}
    case ${sk_kind%%.*} in
    metric) _sk_measure "$sk_name" "$sk_text" ;;
    confidence) _sk_estimate "$sk_text" ;;
    deliverable) _sk_put made ": ${sk_text:0:4096}" "${PWD:-.}" ;;
    value) _sk_put value "$sk_name" "$sk_text" ;;
    esac
    return "$?"
    ;;
  esac
  case $1 in command | builtin) shift ;; esac
  case ${1##*/} in
  cat) sk_text=$sk_body ;;
  printf)
    shift
    # shellcheck disable=SC2059  # the format is the one of the call
    builtin printf -v sk_text "$@"
    ;;
  *)
    shift
    builtin shopt -q xpg_echo && sk_escape=1
    while [ "$#" != 0 ]; do
      case $1 in - | -*[!neE]* | [!-]* | '') break ;; esac
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
  case $sk_kind in
  error | failed | reason | metric.*)
    sk_text=${sk_text:0:4096}
    sk_text=${sk_text#"${sk_text%%[!$'\n']*}"}
    _sk_line "${sk_text%%$'\n'*}"
    ;;
  *) _sk_more _sk_lines "$sk_text" "$sk_kind" ;;
  esac
}
# A line whose words say what it is: an error, FAILED, a label with a number behind it.
_sk_line() {
  _sk_strip "$1"
  _sk_body "$_sk_q"
  case $sk_kind,$_sk_q in
  failed,*)
    ! _sk_main || [ -n "$_sk_failed" ] || _sk_failed_at=${BASH_LINENO[2]}
    _sk_put failed "$_sk_q"
    ;;
  # What a subshell says before it exits is none of the script's own reasons.
  reason,?*) ! _sk_main || _sk_reason=$_sk_q _sk_reason_at=${BASH_LINENO[2]} ;;
  metric.*)
    _sk_strip "${_sk_q#*:}"
    _sk_q=${_sk_q#"${_sk_q%%[!* ]*}"} _sk_q=${_sk_q%"${_sk_q##*[!*. ]}"}
    _sk_measure "${sk_kind#*.}" "$_sk_q"
    ;;
  *,[eE][rR][rR][oO][rR]:*)
    _sk_strip "${_sk_q#??????}"
    [ -z "$_sk_q" ] || _sk_put line "$_sk_q" SCRIPT_ERROR
    ;;
  *)
    # A number behind a colon counts errors.
    case $_sk_q in *:*[0-9]) case ${_sk_q##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;; esac
    [ -z "$_sk_q" ] || _sk_put line "$_sk_q" SCRIPT_ERROR
    ;;
  esac
}
# _sk_q: $1 from its first word or path on.
_sk_body() {
  _sk_q=$1
  while :; do
    case $_sk_q in
    [a-zA-Z0-9/._\`\'\"~\$\{\<]* | '') return 0 ;;
    \[*\]*) _sk_q=${_sk_q#*\]} ;;
    *) _sk_q=${_sk_q#?} ;;
    esac
  done
}
# A name and a number that stand in a line, if they are such.
_sk_measure() {
  local sk_n="${2#-}"
  case $1 in '' | *[!a-z0-9_]*) return 0 ;; esac
  case $sk_n in '' | *[!0-9.]* | .* | *. | *.*.* | 0[0-9]* | ????????????????????????????????????????*) return 0 ;; esac
  case $1 in execution_time_ms | files_modified | files_created | files_deleted) case $2 in *[!0-9]*) return 0 ;; esac ;; esac
  _sk_put metric "$1" "$2"
}
# A number of 0 to 1 or a percentage; what is neither gives the default.
_sk_estimate() {
  local sk_rest="${1:0:64}" sk_whole='' sk_part=''
  sk_rest=${sk_rest#"${sk_rest%%[!*\`\"\' $'\t']*}"}
  sk_whole=${sk_rest%%[!0-9.]*}
  sk_rest=${sk_rest#"$sk_whole"}
  sk_whole=${sk_whole%.}
  case $sk_whole in
  '' | *.*.*) sk_whole=9 ;;
  *.*) sk_part=${sk_whole#*.} sk_whole=${sk_whole%%.*} ;;
  esac
  case $sk_rest in
  %* | ' %'*)
    sk_rest=${sk_rest#*%} sk_whole=00$sk_whole
    sk_part=${sk_whole#"${sk_whole%??}"}$sk_part sk_whole=${sk_whole%??}
    ;;
  esac
  case $sk_rest in [a-zA-Z0-9_/%-]* | ,[0-9]*) sk_whole=9 ;; esac
  sk_whole=${sk_whole#"${sk_whole%%[!0]*}"} sk_part=${sk_part%"${sk_part##*[!0]}"}
  case ${sk_whole:-0}.$sk_part in
  0. | 1.) _sk_put confidence "${sk_whole:-0}" ;;
  0.*) _sk_put confidence "0.$sk_part" ;;
  *) _sk_put confidence '' ;;
  esac
}
# One thing that the script said: $1 kind, $2 to $4 its parts. A subshell writes it to a file in a folder that only this user
# can open; from then on the script itself does, too, so that the order is kept.
_sk_put() {
  if [ ! -d "$_sk_box" ]; then
    if _sk_main; then
      _sk_take "$@"
      return "$?"
    fi
    builtin kill -0 "$$" 2>/dev/null && command -p mkdir -m 700 -- "$_sk_box" 2>/dev/null
  fi
  [ -O "$_sk_box" ] && [ ! -L "$_sk_box" ] && builtin printf '%s\0' "$1" "$2" "${3-}" "${4-}" >>"$_sk_box/told"
}
_sk_drain() {
  local sk_a='' sk_b='' sk_c='' sk_d=''
  [ -O "$_sk_box" ] && [ ! -L "$_sk_box" ] || return 0
  while IFS= builtin read -r -d '' sk_a && IFS= builtin read -r -d '' sk_b && IFS= builtin read -r -d '' sk_c &&
    IFS= builtin read -r -d '' sk_d; do
    _sk_take "$sk_a" "$sk_b" "$sk_c" "$sk_d"
  done <"$_sk_box/told"
  command -p rm -rf -- "$_sk_box"
}
_sk_take() {
  case $1 in
  success)
    _sk_success=$2
#: helper-envelope-v1
    case $2 in true) _sk_status=ok ;; *) _sk_status=error ;; esac
#: end
    ;;
  confidence) _sk_confidence=$2 ;;
  failed) _sk_failed=${_sk_failed:-$2} ;;
  error | line)
    [ "$1" = line ] || _sk_bad=1
    case $3 in '' | *[!A-Z0-9_]*) _sk_fail SCRIPT_ERROR "$2" ;; *) _sk_fail "$3" "$2" "${4-}" ;; esac
    ;;
  metric)
    _sk_quote "$2"
    _sk_member _sk_metrics "$_sk_q" "$3"
    ;;
  deliverable | made)
    _sk_made[_sk_count]=$2 _sk_where[_sk_count]=${3-}
    _sk_count=$((_sk_count + 1))
    ;;
#: helper-envelope-v1
  value)
    case $2 in
    '' | *[!A-Z0-9_]*) ;;
    *)
      _sk_quote "$3"
      _sk_values=$_sk_values${_sk_values:+,}\"$2\":$_sk_q
      ;;
    esac
    ;;
  status) _sk_status=$2 ;;
  skipped)
    _sk_quote "$2"
    _sk_skipped=$_sk_skipped${_sk_skipped:+,}$_sk_q
    ;;
  data)
    _sk_quote "$2"
    _sk_data_put "$_sk_q" "$3"
    ;;
#: end
  esac
}
# Sets member $2 of the list $1 to the number $3; one that is there keeps its place.
_sk_member() {
  local sk_list="${!1}" sk_tail=''
  case $sk_list in
  *",$2:"*)
    sk_tail=${sk_list#*",$2:"}
    sk_list=${sk_list%%",$2:"*}
    case $sk_tail in *,*) sk_tail=,${sk_tail#*,} ;; *) sk_tail='' ;; esac
    ;;
  esac
  builtin printf -v "$1" '%s' "$sk_list,$2:$3$sk_tail"
}
#: helper-envelope-v1
_sk_data_put() {
  local sk_i=0
  while [ "$sk_i" -lt "$_sk_count_data" ] && [ "${_sk_names[sk_i]}" != "$1" ]; do sk_i=$((sk_i + 1)); done
  if [ "$sk_i" = "$_sk_count_data" ]; then
    _sk_count_data=$((sk_i + 1))
  elif [ -n "${3-}" ]; then
    return 0
  fi
  _sk_names[sk_i]=$1 _sk_data[sk_i]=$2
}
#: end
# _sk_q: $1 without colours and the blanks around it.
_sk_strip() {
  local sk_s="$1" sk_head=''
  while :; do
    case $sk_s in
    *$'\033['*)
      sk_head=${sk_s%%$'\033['*} sk_s=${sk_s#*$'\033['}
      sk_s=${sk_s#"${sk_s%%[@-~]*}"}
      sk_s=$sk_head${sk_s#?}
      ;;
    *) break ;;
    esac
  done
  sk_s=${sk_s#"${sk_s%%[! $'\t']*}"}
  _sk_q=${sk_s%"${sk_s##*[! $'\t\r']}"}
}
# Does $1, seen from the folder $2, exist? Then it joins the deliverables.
_sk_exists() {
  local sk_path="$1" sk_full='' sk_base="${_sk_dir%/}" sk_out='' sk_part=''
  case $sk_path in
  '' | . | .. | / | */. | */..) return 1 ;;
  \~/*) sk_full=${HOME-}${sk_path#\~} ;;
  /*) sk_full=$sk_path ;;
  *) sk_full=$2/$sk_path ;;
  esac
  [ -e "$sk_full" ] || [ -h "$sk_full" ] || return 1
  case $sk_full in
  */../* | */./* | *//*)
    sk_part=$sk_full/
    while [ -n "$sk_part" ]; do
      case ${sk_part%%/*} in '' | .) ;; ..) sk_out=${sk_out%/*} ;; *) sk_out=$sk_out/${sk_part%%/*} ;; esac
      sk_part=${sk_part#*/}
    done
    case $sk_full in */) sk_out=$sk_out/ ;; esac
    sk_full=$sk_out
    ;;
  esac
  case $sk_path,$sk_full in
  *,"$sk_base"/*) sk_full=${sk_full#"$sk_base"/} ;;
  [/\~]*) ;;
  *)
    # It was named from a folder above.
    sk_out=''
    while :; do
      sk_out=../$sk_out sk_base=${sk_base%/*}
      case $sk_full in "$sk_base"/*) break ;; esac
    done
    sk_full=$sk_out${sk_full#"$sk_base"/}
    ;;
  esac
  _sk_list "$sk_full"
}
_sk_list() {
  _sk_quote "$1"
  local sk_bare="${_sk_q%\"}"
  sk_bare=${sk_bare%/}
  case ,$_sk_deliverables, in
  *,"$sk_bare\"",* | *,"$sk_bare/\"",*) ;;
  *) _sk_deliverables=$_sk_deliverables${_sk_deliverables:+,}$_sk_q ;;
  esac
}
# What followed the verb: a path as the word gave it; more than that is read in the file for text.
_sk_gather() {
  [ -n "$2" ] || {
    _sk_list "$1"
    return "$?"
  }
  case $1 in ': '*) _sk_exists "${1#: }" "$2" && return ;; esac
  _sk_more _sk_search "${1:0:1024}" "$2"
}

# ---- JSON: bytes in, well-formed UTF-8 out, by builtins alone -------------------------------
# _sk_q: $1 as a JSON string.
_sk_quote() {
  local LC_ALL=C
  _sk_q=$1
  case $_sk_q in *[!]\ !#-[^-~]*) _sk_mend "$1" '[!]\ !#-[^-~]' ;; esac
  _sk_q=\"$_sk_q\"
}
# _sk_q: the text $1 with what $2 matches escaped, and without bytes that are not UTF-8; in blocks, since bash copies what it cuts.
_sk_mend() {
  # Without blanks in IFS bash finds no control characters.
  local IFS=' ' 2>/dev/null || :
  local sk_at=0 sk_b='' sk_v='' sk_i=0 sk_out=''
  _sk_q=''
  while [ "$sk_at" -lt "${#1}" ]; do
    sk_b=${1:sk_at:512} sk_out=''
    # A block ends between two sequences.
    case ${#sk_b}$sk_b in
    512*[$'\300'-$'\377']) sk_b=${sk_b%?} ;;
    512*[$'\340'-$'\377']?) sk_b=${sk_b%??} ;;
    512*[$'\360'-$'\377']??) sk_b=${sk_b%???} ;;
    esac
    sk_at=$((sk_at + ${#sk_b})) sk_v=$sk_b
    for sk_i in 0 1 2 3 4 5 6; do sk_v="${sk_v//${_sk_utf8[sk_i]}/}"; done
    case $sk_v in *$2*) ;; *) sk_out=$sk_b sk_b='' ;; esac
    while [ -n "$sk_b" ]; do
      # shellcheck disable=SC2295  # it is a pattern
      sk_v=${sk_b%%$2*} sk_i=7
      sk_out=$sk_out$sk_v sk_b=${sk_b:${#sk_v}}
      case $sk_b in
      '') break ;;
      $'\n'*) sk_v='\n' ;;
      $'\t'*) sk_v='\t' ;;
      $'\r'*) sk_v='\r' ;;
      \"*) sk_v='\"' ;;
      \\*) sk_v=$'\\\\' ;;
      [$'\200'-$'\377']*)
        sk_v='\ufffd'
        for sk_i in 0 1 2 3 4 5 6 7; do case $sk_b in ${_sk_utf8[sk_i]}*) break ;; esac done
        ;;
      *) builtin printf -v sk_v '\\u%04x' "'${sk_b:0:1}" ;;
      esac
      # The length of a sequence of each kind.
      case $sk_i in 0) sk_i=2 ;; [123]) sk_i=3 ;; [456]) sk_i=4 ;; *) sk_i=1 ;; esac
      [ "$sk_i" = 1 ] || sk_v=${sk_b:0:sk_i}
      sk_out=$sk_out$sk_v sk_b=${sk_b:sk_i}
    done
    _sk_q=$_sk_q$sk_out
  done
}

# ---- the way out ----------------------------------------------------------------------------
_sk_return() { return "$1"; }
_sk_main() { [ "$BASH_SUBSHELL" = "$_sk_level" ]; }
# Some functions stand in a helper only where a script of its folder needs them.
_sk_more() {
  builtin declare -F "$1" >/dev/null || _sk_wrong "skill-envelope.bash: no $1 in this file; \`skillgen migrate\` adds it" || return
  "$@"
}
# A signal that the script leaves to the default action: it ends the script with 128+n.
_sk_signal() {
  _sk_last=$?
  _sk_by=$1 _sk_rc=$((128 + $(builtin kill -l "$1")))
  [ -n "$_sk_ending" ] || builtin exit "$_sk_rc"
}
_sk_arm() {
  local sk_name=''
  for sk_name in "$@"; do
    case $sk_name in
    1) sk_name=HUP ;;
    2) sk_name=INT ;;
    6) sk_name=ABRT ;;
    13) sk_name=PIPE ;;
    14) sk_name=ALRM ;;
    15) sk_name=TERM ;;
    esac
    sk_name=${sk_name#SIG}
    case $sk_name in
    HUP | INT | PIPE | ALRM | TERM | USR1 | USR2 | ABRT | XCPU | XFSZ) builtin eval "builtin trap '_sk_signal $sk_name' $sk_name" ;;
    *) return 1 ;;
    esac
  done
}
# One entry of errors: $1 code, $2 message, $3 its context.
_sk_fail() {
  _sk_quote "$2"
  _sk_q='{"code":"'$1'","message":'$_sk_q
  _sk_first=${_sk_first:-$_sk_q\}}
  _sk_errors=$_sk_errors${_sk_errors:+,}$_sk_q${3:+,$3}'}'
}
# Prints the document, once.
_sk_close() {
  local LC_ALL=C sk_success="${_sk_success:-true}" sk_n=0
  _sk_rc=$1
  [ -z "$_sk_closed" ] || return 0
  builtin trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  builtin set +efux +o posix
  builtin shopt -u nocasematch
  _sk_drain
  _sk_closed=1 _sk_deliverables=''
  [ -z "$_sk_part" ] || _sk_flush=1 _sk_more _sk_lines '' "$_sk_part_kinds" || :
  if [ "$_sk_rc" != 0 ]; then
    sk_success=false
    if [ -z "$_sk_errors" ] || [ -n "$_sk_by" ]; then _sk_why; fi
  elif [ -n "$_sk_failed" ]; then
    sk_success=false
    [ -n "$_sk_errors" ] || _sk_fail REPORTED_FAILURE "$_sk_failed"
  elif [ -n "$_sk_bad" ] && [ -z "$_sk_success" ]; then
    sk_success=false
  fi
  while [ "$sk_n" -lt "$_sk_count" ]; do
    _sk_gather "${_sk_made[sk_n]}" "${_sk_where[sk_n]}" || :
    sk_n=$((sk_n + 1))
  done
  # A run that failed has no confidence of its own.
  [ "$sk_success" = true ] || _sk_confidence=${_sk_confidence:-0}
  _sk_metrics=${_sk_metrics#,} _sk_confidence=${_sk_confidence:-DEFAULT_CONFIDENCE}
#: skill-output-v1
  _sk_q='{"success":'$sk_success',"confidence":'$_sk_confidence',"deliverables":['
  _sk_q=$_sk_q$_sk_deliverables'],"metrics":{'$_sk_metrics'},"errors":['$_sk_errors']}'
#: end
#: helper-envelope-v1
  _sk_document
#: end
  [ -z "$_sk_wide" ] || [ "${#_sk_q}" -gt 65536 ] || _sk_more _sk_indent
  builtin printf '%s\n' "$_sk_q" >&"$_sk_to" || _sk_lost=1
}
#: helper-envelope-v1
_sk_document() {
  local sk_status="$_sk_status" sk_agent=claude sk_stamp='' sk_error=null sk_n=0 sk_data=''
  [ "$sk_success" = true ] || case $sk_status in '' | ok) sk_status=error ;; esac
  [ "$_sk_rc" = 0 ] || [ "$sk_status" = tool-missing ] || sk_status=error
  [ "$_sk_rc" != 127 ] || sk_status=tool-missing
  [ -n "$sk_status" ] || sk_status=${_sk_skipped:+partial}
  sk_status=${sk_status:-ok}
  # A status that is not ok never stands without an error, nor ok with one.
  case $sk_status in
  ok) ;;
  partial) sk_error=${_sk_first:-'{"code":"SOURCES_SKIPPED","message":"some sources could not be read"}'} ;;
  error) sk_error=${_sk_first:-'{"code":"ERROR","message":"the helper failed"}'} ;;
  *) sk_error=${_sk_first:-'{"code":"TOOL_MISSING","message":"a program that the helper needs is not installed"}'} ;;
  esac
  [ "$sk_status" != partial ] || _sk_skipped=${_sk_skipped:- }
  [ -z "$_sk_skipped" ] || _sk_data_put '"skipped_sources"' "[${_sk_skipped# }]" keep
  while [ "$sk_n" -lt "$_sk_count_data" ]; do
    sk_data=$sk_data,${_sk_names[sk_n]}:${_sk_data[sk_n]} sk_n=$((sk_n + 1))
  done
  [ -z "${GEMINI_PROFILE-}" ] || sk_agent=gemini
  [ -z "${CODEX_PROFILE-}" ] || sk_agent=codex
  sk_stamp=$(_sk_clock) || sk_stamp=1970-01-01T00:00:00Z
  _sk_q='{"schema_version":"'$_sk_schema_version'","status":"'$sk_status'","error":'$sk_error',"agent":"'$sk_agent
  _sk_q=$_sk_q'","ts":"'$sk_stamp'"'
  if [ -n "$_sk_fields" ]; then
    _sk_q=$_sk_q',"success":'$sk_success',"confidence":'$_sk_confidence',"deliverables":['$_sk_deliverables
    _sk_q=$_sk_q'],"metrics":{'$_sk_metrics'},"errors":['$_sk_errors'],"values":{'$_sk_values'}'
  fi
  _sk_q=$_sk_q$sk_data'}'
}
# Now, or SOURCE_DATE_EPOCH, in UTC.
_sk_clock() {
  local sk_t="${SOURCE_DATE_EPOCH-}"
  case $sk_t in
  '' | *[!0-9]* | ????????????*) command -p date -u +%Y-%m-%dT%H:%M:%SZ ;;
  *) command -p date -u -d "@$sk_t" +%Y-%m-%dT%H:%M:%SZ || command -p date -u -r "$sk_t" +%Y-%m-%dT%H:%M:%SZ ;;
  esac
}
#: end
# A document that can't be written is lost: that is said, and is no success.
_sk_tell() {
  # An envelope that can't be written is lost: that is said, and is no success.
  [ -n "$_sk_lost" ] || return 0
  _sk_lost=''
  [ "$_sk_rc" != 0 ] || _sk_rc=1
  builtin printf '%s: the envelope could not be written to stdout\n' "$0" >&2 || :
}
# The line of this script that holds the command $1, if just one does, in _sk_q.
_sk_line_of() {
  local sk_want="$1" sk_text='' sk_n=0
  _sk_q=''
  sk_want=${sk_want%%$'\n'*}
  [ -n "$sk_want" ] && [ -f "$_sk_self" ] && [ -r "$_sk_self" ] || return 0
  while IFS= builtin read -r sk_text || [ -n "$sk_text" ]; do
    sk_n=$((sk_n + 1))
    case $sk_text in
    *skill-envelope.bash*) sk_text=${sk_text##*skill-envelope.bash} ;;
    esac
    case $sk_text in
    [[:blank:]]\#* | \#*) ;;
    *"$sk_want"*)
      [ -z "$_sk_q" ] || { _sk_q='' && return 0; }
      _sk_q=$sk_n
      ;;
    esac
  done <"$_sk_self"
}
# Why and where the script ended, where nothing that it printed says so.
_sk_why() {
  local sk_code=EXIT_STATUS sk_text='' sk_where="\"exit_code\":$_sk_rc" sk_line="$_sk_at" sk_command="$_sk_command"
  if [ -n "$_sk_by" ]; then
    sk_code=SIGNAL_$_sk_by sk_text="ended by SIG$_sk_by" sk_where="$sk_where,\"signal\":\"$_sk_by\""
  elif [ -n "$_sk_reason" ] && _sk_left; then
    sk_code=SCRIPT_ERROR sk_text=$_sk_reason sk_line=$_sk_reason_at sk_command=''
  elif [ -n "$_sk_failed" ] && _sk_chose; then
    sk_code=REPORTED_FAILURE sk_text=$_sk_failed sk_line=$_sk_failed_at sk_command=''
  elif [ "$_sk_err_rc" = "$_sk_rc" ] && case $sk_command in exit*) false ;; esac then
    sk_code=COMMAND_FAILED sk_line=$_sk_err_line sk_command=$_sk_err_command
    sk_text="exit code $_sk_rc of: $sk_command"
  elif case $sk_command in exit | exit\ *) true ;; *) false ;; esac then
    sk_text="exit code $_sk_rc"
  else
    if [ "$_sk_rc" = 2 ] && [ -f "$_sk_self" ]; then
      sk_text=$("${BASH:-bash}" -n "$_sk_self" 2>&1 19>&-) || :
    fi
    if [ -n "$sk_text" ]; then
      sk_code=SYNTAX_ERROR sk_text=${sk_text%%$'\n'*} sk_line=${sk_text#*: line } sk_command=''
      sk_line=${sk_line%%:*}
      sk_text=${sk_text#"$_sk_self: "}
    else
      case $_sk_at$_sk_err_own$_sk_flags in
      [0-9]*) ;;
      own*e* | old*e*) sk_code=COMMAND_FAILED ;;
      own*) ;;
      *u*) sk_code=SCRIPT_ABORTED ;;
      esac
      sk_text="exit code $_sk_rc at: $sk_command"
      [ -n "$sk_command" ] || sk_text="exit code $_sk_rc of the script's own EXIT trap"
    fi
  fi
  # Before 4.3 bash has forgotten by now what a signal found it at.
  case $sk_command in
  "builtin exit \"\$_sk_rc\"") sk_command='' ;;
  # Nothing of the script had run.
  "builtin set -E") sk_command='' sk_text="exit code $_sk_rc" ;;
  esac
  _sk_bare "$sk_text"
  sk_text=$_sk_q
  _sk_bare "$sk_command"
  sk_command=$_sk_q
  # In a function bash 3 counts lines from where that begins.
  case $BASH_VERSION in 3.*) [ "$sk_code" != COMMAND_FAILED ] || sk_line='' ;; esac
  if [ -z "$sk_line" ] && [ -n "$sk_command" ]; then
    _sk_line_of "$sk_command"
    sk_line=$_sk_q
  fi
  case $sk_line in '' | *[!0-9]*) ;; *) sk_where="$sk_where,\"line\":$sk_line" ;; esac
  if [ -n "$sk_command" ]; then
    _sk_quote "$sk_command"
    sk_where="$sk_where,\"command\":$_sk_q"
  fi
  _sk_fail "$sk_code" "$sk_text" "\"context\":{$sk_where}"
}
# Did the script end by `exit`, or by a function of its own that failed?
_sk_left() {
  local sk_by="$_sk_command"
  case $sk_by in exit*) ;; *) [ "$_sk_err_rc" != "$_sk_rc" ] || sk_by=$_sk_err_command ;; esac
  case ${sk_by%% *} in
  exit | return) ;;
  *) builtin declare -F "${sk_by%% *}" >/dev/null ;;
  esac
}
# Did the script end so by itself: by `exit`, or by a test as its last command?
_sk_chose() {
  local sk_by="$_sk_command"
  case $sk_by in exit*) ;; *) [ "$_sk_err_rc" != "$_sk_rc" ] || sk_by=$_sk_err_command ;; esac
  case ${sk_by%% *} in
  exit | return | false | test | '[' | '[[' | '(('*) ;;
  *) builtin declare -F "${sk_by%% *}" >/dev/null ;;
  esac
}
# _sk_q: the text of a command without `skill_say KIND` in front.
_sk_bare() {
  local sk_rest=''
  _sk_q=$1
  while :; do
    case $_sk_q in
    *'skill_say '*)
      sk_rest=${_sk_q#*skill_say }
      case ${sk_rest%% *} in
      *=\"*[!\"]) sk_rest=${sk_rest#*\" } ;;
      *) sk_rest=${sk_rest#* } ;;
      esac
      _sk_q=${_sk_q%%skill_say *}$sk_rest
      ;;
    *) break ;;
    esac
  done
}
_sk_cut() {
  local sk_text='' sk_n=0
  [ -f "$_sk_self" ] && [ -r "$_sk_self" ] || return 1
  while IFS= builtin read -r sk_text || [ -n "$sk_text" ]; do
    sk_n=$((sk_n + 1))
  done <"$_sk_self"
  [ "${1:-0}" -gt 0 ] && [ "$1" -le "$sk_n" ]
}
# The EXIT trap: $1 exit status, $2 the last command, $3 its line. The script's own EXIT trap runs first, and sees its status.
_sk_end() {
  _sk_main || return 0
  # bash 3.2 says 0 where `set -e` is on and an expansion (`${1:?}`, `set -u`) ends the script; at its end it stands behind it.
  case ${BASH_VERSION%%.*}$1$-,$2 in
  30*e*,*exit*) ;;
  30*e*,*\$*) ! _sk_cut "${3-}" || set -- 1 "$2" ;;
  esac
  _sk_rc=$1 _sk_command=${_sk_command:-$2} _sk_ending=1 _sk_flags=$-
  if [ -n "$_sk_err_own" ]; then
    _sk_err=$(builtin trap -p ERR)
  fi
  builtin trap - ERR
  [ -z "$_sk_own" ] || _sk_own_exit
  { _sk_close "$_sk_rc"; } 2>/dev/null
  _sk_tell
  builtin exit "$_sk_rc"
}
# In a subshell the script's own EXIT trap may exit, fail or end by `set -u` without taking the document along.
_sk_own_exit() {
  # What waits for jobs has to run in the shell that started them.
  if [ -n "${!-}" ] && builtin declare -F _sk_waits >/dev/null && _sk_waits; then
    _sk_own_here
    return "$?"
  fi
  local sk_errexit='' sk_status='' sk_by="$_sk_by"
  case $- in *e*) sk_errexit=1 ;; esac
  builtin set +e
  (
    [ -z "$_sk_err_own" ] || builtin eval "$_sk_err"
    [ -z "$sk_errexit" ] || builtin set -e
    if _sk_return "${_sk_last:-$_sk_rc}"; then builtin eval "$_sk_own"; else builtin eval "$_sk_own"; fi
    builtin exit "$_sk_rc"
  )
  sk_status=$?
  [ "$sk_status" = "$_sk_rc" ] || _sk_command=''
  [ "$_sk_by" != "$sk_by" ] || _sk_rc=$sk_status
}
# The script's own traps: its EXIT trap is kept aside and run by _sk_end, a reset gives our handler back.
_sk_trap() {
  local sk_action='' sk_name=''
  case $#${1-} in
  0 | ?-p*)
    if builtin declare -F _sk_traps >/dev/null; then
      _sk_traps "$@"
      return "$?"
    fi
    ;;
  esac
  if [ -z "$_sk_on" ] || ! _sk_main || case ${1--p} in -[lp]*) ;; *) false ;; esac then
    # shellcheck disable=SC2064  # the action is expanded by the caller
    builtin trap "$@"
    return "$?"
  fi
  [ "$1" != -- ] || shift
  case ${1-} in
  '' | *[!0-9]*) ;;
  *) set -- - "$@" ;;
  esac
  [ "$#" != 1 ] || set -- - "$1"
  sk_action=${1-}
  [ "$#" = 0 ] || shift
  for sk_name in "$@"; do
    case $sk_name in
    EXIT | exit | Exit | 0)
      _sk_own=$sk_action
      [ "$sk_action" != - ] || _sk_own=''
      ;;
    *)
      if [ "$sk_action" != - ] || ! _sk_arm "$sk_name" 2>/dev/null; then
        builtin trap -- "$sk_action" "$sk_name" || return
      fi
      ;;
    esac
  done
}
# The ERR trap: $1 status, $2 line, $3 command; $4 and on the command of the script that a function of this file ran.
_sk_note() {
  _sk_err_rc=$1 _sk_err_line=$2 _sk_err_command=$3
  shift 3
  case ${FUNCNAME[1]-} in
  skill_say) _sk_err_line=${BASH_LINENO[1]} _sk_err_command=$* ;;
  _sk_own_text) _sk_err_line=${BASH_LINENO[3]} _sk_err_command=$* ;;
  esac
}
_sk_watch() {
  builtin trap '_sk_end "$?" "$BASH_COMMAND" "$LINENO"' EXIT
  _sk_arm HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  # Before 4.2 an ERR trap costs the script its PIPESTATUS.
  case $BASH_VERSION in 3.* | 4.[01].*) _sk_err_own=old ;; esac
  if [ -z "$_sk_err_own" ]; then
    builtin trap '_sk_note "$?" "$LINENO" "$BASH_COMMAND" "$@"' ERR
    builtin set -E
  fi
}
# Keeps stdout on 19. What bash puts aside for the group is closed in the programs that it starts, and so is a copy of it.
_sk_keep() {
  local sk_fd=10
  command exec 19>&1
  while [ -e "/dev/fd/$sk_fd" ]; do
    sk_fd=$((sk_fd + 1))
  done
  { command exec 19>&"$sk_fd"; } >/dev/null 2>/dev/null || :
  [ /dev/fd/19 -ef /dev/fd/1 ] || command exec 19>&1
}
_sk_start() {
  local sk_text=''
  [ ! -f "$0" ] || [ ! -r "$0" ] || IFS= builtin read -r -d '' sk_text <"$0" || :
  # A script with an ERR trap of its own keeps it. A RETURN trap would be run by a function `trap`: such a script calls skill_say.
  case $sk_text in *trap*ERR*) _sk_err_own=own ;; esac
  case $sk_text in *RETURN*) ;; *) _sk_stand_in ;; esac
  # Where a standard descriptor is closed, the shell opens the script at its number.
  if ! { true 19>&1; } 2>/dev/null || [ /dev/fd/1 -ef "$0" ]; then
    # What is printed fails as it did, and the document is lost, which the end says.
    command exec 19>&-
  elif { true 1>&2; } 2>/dev/null && ! [ /dev/fd/2 -ef "$0" ]; then
    _sk_keep
    command exec 1>&2
  else
    _sk_keep
    command exec 1>/dev/null
  fi
  _sk_on=1 _sk_to=19
  _sk_watch
}
# `trap` of the script and of what it sources; in POSIX mode no function stands for it, but an alias does.
_sk_stand_in() {
  builtin alias trap=_sk_trap
  case :$SHELLOPTS: in *:posix:*) ;; *) builtin eval 'trap() { _sk_trap "$@"; }' ;; esac
}

# ---- the start ------------------------------------------------------------------------------
_sk_on='' _sk_to=1 _sk_wide=WIDE _sk_q='' _sk_rc=0 _sk_by='' _sk_last='' _sk_at='' _sk_flags='' _sk_command='' _sk_ending=''
_sk_reason='' _sk_reason_at='' _sk_closed='' _sk_lost='' _sk_own='' _sk_errors='' _sk_first='' _sk_success='' _sk_bad=''
_sk_failed='' _sk_failed_at='' _sk_confidence=''
_sk_part='' _sk_part_kinds='' _sk_flush='' _sk_list='' _sk_count=0 _sk_metrics='' _sk_deliverables='' _sk_made=() _sk_where=()
_sk_err='' _sk_err_own='' _sk_err_rc='' _sk_err_line='' _sk_err_command='' _sk_pid=$$ _sk_level=$BASH_SUBSHELL _sk_dir=$PWD
_sk_utf8=($'[\302-\337][\200-\277]' $'\340[\240-\277][\200-\277]' $'\355[\200-\237][\200-\277]'
  $'[\341-\354\356\357][\200-\277][\200-\277]' $'\360[\220-\277][\200-\277][\200-\277]'
  $'[\361-\363][\200-\277][\200-\277][\200-\277]' $'\364[\200-\217][\200-\277][\200-\277]' '')
#: helper-envelope-v1
_sk_values='' _sk_status='' _sk_skipped='' _sk_count_data=0 _sk_names=() _sk_data=() _sk_fields=FIELDS _sk_schema_version=1.0.0
#: end
_sk_self=$0 _sk_box=${TMPDIR:-/tmp}
case $_sk_self in /*) ;; *) _sk_self=$PWD/$_sk_self ;; esac
[ -d "$_sk_box" ] && [ -w "$_sk_box" ] || _sk_box=/tmp
[ -w "$_sk_box" ] || _sk_box=/dev/shm
_sk_box=$_sk_box/skill-envelope.$$.$RANDOM$RANDOM$RANDOM
#: migrated
# The script that runs has the document: no script that it sources, and no shell with `-c` or a prompt that sources one. A caller
# that asks for the text gets that.
if case $- in *i*) [ "${BASH_SOURCE[${#BASH_SOURCE[@]} - 1]}" = "$0" ] ;; esac && [ "${#BASH_SOURCE[@]}" -lt 3 ] &&
  [ -z "${BASH_EXECUTION_STRING+x}" ] && [ "${SKILLGEN_STDOUT-}" != text ]; then
  # A limit of nested calls is one for the script alone; a function from the environment is none of its own.
  builtin unset -v FUNCNEST
  builtin unset -f local
  _sk_start
fi
#: end
true
