# ---- functions for scripts ----
skill_success() { _sk_api success "$@"; }
skill_confidence() { _sk_api confidence "$@"; }
skill_deliverable() { _sk_api deliverable "$@"; }
skill_metric() { _sk_api metric "$@"; }
skill_error() { _sk_api error "$@"; }
#: helper-envelope-v1 bash
skill_data() { _sk_api data "$@"; }
#: helper-envelope-v1
skill_status() { _sk_api status "$@"; }
skill_skipped() { _sk_api skipped "$@"; }
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
    _sk_reject 'skill_handle_error: takes timeout, rate-limit, invalid-input, tool-missing or an exit status'
    ;;
  *) skill_error INTERNAL_ERROR "An unexpected error occurred: status $1${2:+ of $2}" ;;
  esac
}
#: end
skill_say() {
  local sk_was=$? sk_kind="$1" sk_status=0 sk_body=''
#: bash
  ## Of several in a row, the outermost is the script's.
  [ "${FUNCNAME[1]-}" = skill_say ] || local sk_called_at="${BASH_LINENO[0]}"
#: end
  shift
  case $sk_kind in
  background)
    ## The caller waits as long as a job has its stdout.
    _sk_drop_stdout
    "$@"
    return "$?"
    ;;
  own_text | handover | trap)
    [ "$sk_kind" = own_text ] || shift
    _sk_call_part "_sk_$sk_kind" "$@"
    return "$?"
    ;;
#: helper-envelope-v1
  answer | answer,stderr)
    case ${1+"${1##*/}"} in
    echo | printf) ;;
    *)
      _sk_call_part _sk_answer "$sk_kind" "$@"
      return "$?"
      ;;
    esac
    ;;
  handover,answer)
    shift
    _sk_asks=1
    _sk_call_part _sk_handover "$@"
    return "$?"
    ;;
#: sh
  waits)
    # `trap`, with an action that waits for jobs: only the shell that started them can.
    shift
    _sk_waits=1
    _sk_call_part _sk_trap "$@"
    return "$?"
    ;;
#: end
  esac
  case $_sk_on,$1 in
  1,cat) if _sk_has _sk_cat; then _sk_cat "$@"; else "$@" || sk_status=$?; fi ;;
  ,* | *,echo | *,printf)
    "$@"
    sk_status=$?
    ;;
  *)
    ## A function of the script may end the script, and may use `$?`.
    _sk_tell "$@"
    if _sk_return "$sk_was"; then "$@"; else "$@"; fi
    return "$?"
    ;;
  esac
  [ -z "$_sk_on" ] || _sk_tell "$@"
  return "$sk_status"
}
_sk_tell() {
  { [ -n "$_sk_fast" ] && _sk_quick "$@"; } || _sk_quietly _sk_record "$@" || :
}

# ---- values: checked here, never evaluated ----
_sk_reject() {
  builtin printf '%s\n' "$1" >&2 || :
  return 2
}
_sk_api() {
  local sk_why='other arguments' sk_got=''
#: called
  [ -z "$_sk_closed" ] || _sk_reject "skill_$1: the document is out already" || return
#: end
  ! _sk_quietly _sk_value "$@" || return 0
  _sk_reject "skill_$1: takes $sk_why, got $(($# - 1)) argument(s): $sk_got"
}
_sk_value() {
  local LC_ALL=C
  _sk_first_bytes "${2-}" 60
  _sk_quote "$_sk_q"
  sk_got=$_sk_q
  case $1,$# in
  success,2)
    sk_why='true or false'
    case $2 in true | false) ;; *) return 1 ;; esac
    ;;
  confidence,2)
    sk_why='a number from 0 to 1'
    _sk_number "$2" && case $2 in 0 | 1) ;; 0.*[!0-9]* | 1.*[!0]* | [!01]* | ?[!.]*) false ;; esac || return 1
    ;;
  deliverable,2)
    sk_why='a path'
    [ -n "$2" ] || return 1
    ;;
  metric,3)
    sk_why='a name (letters, digits, _ . -) and a number; counts and milliseconds are whole, from 0 on'
    case $2 in '' | *[!a-zA-Z0-9_.-]*) return 1 ;; esac
    _sk_number "$3" && _sk_counts "$2" "$3" || return 1
    ;;
#: bash
  error,3 | error,4)
    sk_why='a code in UPPER_SNAKE_CASE, a message, and perhaps a JSON object'
#: sh
  error,3)
    sk_why='a code in UPPER_SNAKE_CASE and a message'
#: end
    case $2,$3 in ,* | *, | *[!A-Z0-9_]*,*) return 1 ;; esac
#: bash
    if [ "$#" = 4 ]; then
      _sk_call_part _sk_json "$4" || return 1
      case $_sk_q in \{*) set -- "$1" "$2" "$3" "\"context\":$_sk_q" ;; *) return 1 ;; esac
    fi
#: end
    set -- error "$3" "$2" "${4-}"
    ;;
#: helper-envelope-v1
  status,2)
    sk_why='ok, partial, error or tool-missing'
    case $2 in ok | partial | error | tool-missing) ;; *) return 1 ;; esac
    ;;
  skipped,2) ;;
#: helper-envelope-v1 bash
  data,3)
    sk_why='a name, none of the fields of the envelope itself, and a JSON value'
    case $2 in schema_version | status | error | agent | ts) return 1 ;; esac
    _sk_call_part _sk_json "$3" || return 1
    case $2,$_sk_q in skipped_sources,[!\[]*) return 1 ;; esac
    set -- data "$2" "$_sk_q"
    ;;
#: end
  *) return 1 ;;
  esac
  _sk_add "$@"
}
_sk_number() {
  local sk_n="${1#-}" sk_e=0
  case $sk_n in *[eE]*) sk_e=${sk_n#*[eE]} sk_n=${sk_n%%[eE]*} ;; esac
  case ${sk_e#[+-]} in '' | *[!0-9]*) return 1 ;; esac
  case $sk_n in '' | *[!0-9.]* | .* | *. | *.*.* | 0[0-9]*) return 1 ;; esac
}
## Counts and times are whole numbers from 0 on.
_sk_counts() {
  case $1 in execution_time_ms | files_modified | files_created | files_deleted) case $2 in *[!0-9]*) return 1 ;; esac ;; esac
}
# Records the value in sk_kind, or in what "$@" has printed.
_sk_record() {
  local LC_ALL=C sk_text="${sk_kind#*=}" sk_name="${sk_kind%%=*}"
  case $1 in command | builtin) shift ;; esac
  case ${1##*/},$sk_kind in
  *,*=* | *,arg[2-9]:*) ;;
  cat,*) sk_text=$sk_body ;;
  *) _sk_printed "$@" ;;
  esac
  case $sk_kind in
  metric.*=*) _sk_metric "${sk_name#*.}" "$sk_text" ;;
  confidence=*) _sk_call_part _sk_estimate "$sk_text" ;;
  deliverable=*)
    _sk_first_bytes "$sk_text" 4096
    _sk_add made ": $_sk_q" "${PWD:-.}"
    ;;
#: helper-envelope-v1
  value.*=*) _sk_add value "${sk_name#*.}" "$sk_text" ;;
#: end
  metric.*:*) _sk_call_part _sk_numbers ;;
  arg[2-9]:*) _sk_call_part _sk_from_argument "$@" ;;
#: helper-envelope-v1
  answer*) _sk_add answer "$sk_text" ;;
#: end
  error* | failed* | reason* | metric.*)
    sk_kind=$sk_name
    _sk_first_bytes "$sk_text" 4096
    sk_text=${_sk_q#"${_sk_q%%[!"$_sk_nl"]*}"}
    _sk_line "${sk_text%%"$_sk_nl"*}"
    ;;
  *) _sk_call_part _sk_lines "$sk_text" "$sk_kind" ;;
  esac
}
_sk_line() {
  _sk_strip "$1"
  _sk_from_word "$_sk_q"
  case $sk_kind,$_sk_q in
  failed,*\(0\)) ;;
  failed,*)
#: bash
    [ -n "$_sk_failed" ] || _sk_failed_at=$sk_called_at
#: end
    _sk_add failed "$_sk_q"
    ;;
  reason,?*)
    ## A usage line does not replace a reason, and a subshell's message is no reason for the end of the script.
    case $_sk_reason,$_sk_q in
    ?*,[Uu]sage* | ?*,USAGE*) ;;
#: bash
    *) ! _sk_main || _sk_reason=$_sk_q _sk_reason_at=$sk_called_at ;;
#: sh
    *) ! _sk_main || _sk_reason=$_sk_q ;;
#: end
    esac
    ;;
  metric.*)
    _sk_strip "${_sk_q#*:}"
    _sk_q=${_sk_q#"${_sk_q%%[!* ]*}"} _sk_q=${_sk_q%"${_sk_q##*[!*. ]}"}
    _sk_metric "${sk_kind#*.}" "$_sk_q"
    ;;
  *)
    # `Build error: text` and `x.sh: error: text`
    set -- "${_sk_q%%[eE][rR][rR][oO][rR]:*}"
    case $1 in
    "$_sk_q") ;;
    *:\ ) _sk_q=${_sk_q#"$1"??????} ;;
    *[!a-zA-Z\ ]* | *\ *\ *\ * | *[!\ ]) ;;
    *) _sk_q=${_sk_q#"$1"??????} ;;
    esac
    _sk_strip "${_sk_q#"${_sk_q%%[!* ]*}"}"
    _sk_is_none "$_sk_q" || _sk_add line "$_sk_q"
    ;;
  esac
}
# Does a text behind `Error:` say that there is none?
_sk_is_none() {
  case ${1%.} in
  '' | 0 | \(0\) | [nN]o | NO | [nN]one | NONE | [nN]ull | NULL | [nN]il | [fF]alse | FALSE | [zZ]ero | [nN]othing) ;;
  0\ error | 0\ errors | 0\ failed | 0\ failures | 0\ [a-z]*\ failed | 0/[0-9]*\ failed | [nN]o\ errors) ;;
  *) return 1 ;;
  esac
}
# _sk_q: $1 from its first word or path on.
_sk_from_word() {
  _sk_q=$1
  while case $_sk_q in [a-zA-Z0-9/._\`\'\"~\$\{\<]* | '') false ;; esac do
    case $_sk_q in \[*\]*) _sk_q=${_sk_q#*\]} ;; *) _sk_q=${_sk_q#?} ;; esac
  done
}
_sk_metric() {
  [ "${#2}" -le 40 ] || return 0
  case $1,$2 in ,* | *[!a-z0-9_]*,* | *,*[!0-9.-]*) return 0 ;; esac
  ! _sk_number "$2" || ! _sk_counts "$1" "$2" || _sk_add metric "$1" "$2"
}
_sk_store() {
  case $1 in
  success)
    _sk_success=$2
#: helper-envelope-v1
    case $2 in true) _sk_status=ok ;; *) _sk_status=error ;; esac
#: end
    ;;
  confidence) _sk_confidence=$2 ;;
  failed)
    _sk_failed=${_sk_failed:-$2}
    ## FAILED alone says nothing of its own.
    case $2 in FAIL*\ * | [!F]* | F[!A]*) _sk_fail REPORTED_FAILURE "$2" ;; esac
#: sh
    _sk_aside errors
#: end
    ;;
  error | line)
    [ "$1" = line ] || _sk_bad=1
    _sk_fail "${3:-SCRIPT_ERROR}" "$2" "${4-}"
#: sh
    _sk_aside errors
#: end
    ;;
  metric)
    ## A later number takes the place of an earlier one.
    case $2 in
    *[.-]*)
      ## No variable has such a name.
      _sk_q=",\"$2\":"
      case $_sk_metrics in
      *"$_sk_q"*)
        set -- "${_sk_metrics#*"$_sk_q"}" "$3"
        _sk_metrics=${_sk_metrics%%"$_sk_q"*}$_sk_q$2${1#"${1%%[!0-9.eE+-]*}"}
        ;;
      *) _sk_metrics=$_sk_metrics$_sk_q$3 ;;
      esac
      ;;
    *)
      case $_sk_names in *" $2 "*) ;; *) _sk_names="$_sk_names$2 " ;; esac
      builtin eval "_sk_metric_$2=\$3"
      ;;
    esac
    ;;
  deliverable | made)
#: bash
    _sk_made_list+=("$2") _sk_where_list+=("${3-}")
#: sh
    ## dash takes its time to find one of thousands of variables.
    _sk_q=''
    _sk_pack "$2"
    _sk_pack "${3-}"
    _sk_files=$_sk_files$_sk_q
    _sk_aside files
#: end
    _sk_count=$((_sk_count + 1))
    ;;
#: helper-envelope-v1
  value)
    case $2 in
    '' | *[!A-Z0-9_]*) ;;
    *)
      _sk_quote "$3"
#: helper-envelope-v1 bash
      _sk_value_list+=(",\"$2\":$_sk_q")
#: helper-envelope-v1 sh
      _sk_values=$_sk_values,\"$2\":$_sk_q
      _sk_aside values
#: helper-envelope-v1
      ;;
    esac
    ;;
  status) _sk_status=$2 ;;
  answer)
    _sk_first_bytes "$_sk_answers$2" 65536
    [ "$_sk_q" = "$_sk_answers$2" ] || _sk_clipped=1
    _sk_answers=$_sk_q _sk_told=1
    ;;
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
#: sh
# Cuts a long list into pieces: each addition copies it.
_sk_aside() {
  local sk_length=0
  builtin eval "sk_length=\${#_sk_$1}"
  if [ "$sk_length" -gt 8192 ] && [ -z "$_sk_closed" ]; then
    builtin eval "_sk_piece_$_sk_pieces=\$_sk_$1 _sk_list_$_sk_pieces=\$1 _sk_$1=''"
    _sk_pieces=$((_sk_pieces + 1))
  fi
}
_sk_whole() {
  local sk_all='' sk_piece='' sk_n=0
  while [ "$sk_n" -lt "$_sk_pieces" ]; do
    builtin eval "case \$_sk_list_$sk_n in $1) sk_piece=\$_sk_piece_$sk_n ;; *) sk_piece='' ;; esac"
    sk_all=$sk_all$sk_piece
    sk_n=$((sk_n + 1))
  done
  builtin eval "_sk_$1=\$sk_all\$_sk_$1"
}
#: end
#: helper-envelope-v1
# Sets the member $1 of the payload to $2; `keep` leaves one that is there.
_sk_data_put() {
  local sk_i=0 sk_name=''
  while [ "$sk_i" -lt "$_sk_count_data" ]; do
    builtin eval "sk_name=\$_sk_name_$sk_i"
    [ "$sk_name" != "$1" ] || break
    sk_i=$((sk_i + 1))
  done
  if [ "$sk_i" = "$_sk_count_data" ]; then
    _sk_count_data=$((sk_i + 1))
  elif [ -n "${3-}" ]; then
    return 0
  fi
  builtin eval "_sk_name_$sk_i=\$1 _sk_data_$sk_i=\$2"
}
#: end
# _sk_q: $1 without colours and the blanks around it.
_sk_strip() {
  local sk_s="$1" sk_head=''
  while case $sk_s in *"$_sk_esc"*) ;; *) false ;; esac do
    sk_head=${sk_s%%"$_sk_esc"*} sk_s=${sk_s#*"$_sk_esc"}
    sk_s=${sk_s#"${sk_s%%[@-~]*}"}
    sk_s=$sk_head${sk_s#?}
  done
  sk_s=${sk_s#"${sk_s%%[! "$_sk_tab"]*}"}
  _sk_q=${sk_s%"${sk_s##*[! "$_sk_tab$_sk_cr"]}"}
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
## A call of skill_deliverable names no folder.
_sk_add_file() { if [ -n "$2" ]; then _sk_call_part _sk_seen "$@"; else _sk_list "$1"; fi || :; }
_sk_add_files() {
  local sk_n=0
#: bash
  while [ "$sk_n" -lt "$_sk_count" ]; do
    _sk_add_file "${_sk_made_list[sk_n]}" "${_sk_where_list[sk_n]}"
    sk_n=$((sk_n + 1))
  done
#: sh
  while [ "$sk_n" -lt "$_sk_pieces" ]; do
    builtin eval "case \$_sk_list_$sk_n in files) _sk_add_some \"\$_sk_piece_$sk_n\" ;; esac"
    sk_n=$((sk_n + 1))
  done
  _sk_add_some "$_sk_files"
#: end
}
#: sh
_sk_add_some() {
  local sk_files="$1"
  while [ -n "$sk_files" ]; do
    _sk_unpack "${sk_files%%"$_sk_tab"*}"
    sk_files=${sk_files#*"$_sk_tab"}
    set -- "$_sk_q"
    _sk_unpack "${sk_files%%"$_sk_tab"*}"
    sk_files=${sk_files#*"$_sk_tab"}
    _sk_add_file "$1" "$_sk_q"
  done
}
#: end
# ---- the end of the script ----
_sk_return() { return "$1"; }
# Calls a function that only some of these files have.
_sk_call_part() {
  _sk_has "$1" || _sk_reject "$_sk_file: no $1 in this file; \`skillgen migrate\` adds it" || return
  "$@"
}
_sk_trap_signals() {
  local sk_name=''
  for sk_name in "$@"; do builtin eval "builtin trap '_sk_on_signal $sk_name' $sk_name"; done
}
# Adds an error: $1 code, $2 message, $3 context.
_sk_fail() {
  _sk_quote "$2"
  _sk_q='{"code":"'$1'","message":'$_sk_q
  _sk_first=${_sk_first:-$_sk_q\}}
#: bash
  _sk_error_list+=(",$_sk_q${3:+,$3}}")
#: sh
  _sk_errors=$_sk_errors,$_sk_q${3:+,$3}'}'
#: end
}
_sk_close() {
  local LC_ALL=C IFS=' ' sk_success="${_sk_success:-true}" sk_name=''
  _sk_rc=$1
  [ -z "$_sk_closed" ] || return 0
  builtin trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
#: bash
  builtin set +o posix
  builtin shopt -u nocasematch
#: end
  builtin set +efux
#: helper-envelope-v1
  [ -z "$_sk_asked" ] || _sk_answered
#: end
  _sk_load
  _sk_closed=1 _sk_deliverables=''
#: sh
  _sk_whole errors
#: helper-envelope-v1 sh
  _sk_whole values
#: end
  ! _sk_has _sk_flush || _sk_flush || :
  if [ "$_sk_rc" != 0 ]; then
    sk_success=false
    if [ -z "$_sk_first" ] || [ -n "$_sk_by" ]; then _sk_explain; fi
  elif [ -n "$_sk_failed" ]; then
    sk_success=false
    [ -n "$_sk_first" ] || _sk_fail REPORTED_FAILURE "$_sk_failed"
  elif [ -n "$_sk_bad" ] && [ -z "$_sk_success" ]; then
    sk_success=false
  fi
  [ -z "$_sk_fast" ] || [ "$_sk_count" -lt 99 ] || _sk_deliverables=$(_sk_unique)
  [ -n "$_sk_deliverables" ] || _sk_add_files
#: bash
  builtin printf -v _sk_errors %s "${_sk_error_list[@]}"
#: helper-envelope-v1 bash
  builtin printf -v _sk_values %s "${_sk_value_list[@]}"
#: end
#: bash called helper-envelope-v1
  local sk_stated="$_sk_confidence"
#: end
  ## A run that failed has no confidence of its own.
  [ "$sk_success" = true ] || _sk_confidence=${_sk_confidence:-0}
  for sk_name in $_sk_names; do
    builtin eval "_sk_metrics=\$_sk_metrics,\\\"$sk_name\\\":\$_sk_metric_$sk_name"
  done
#: time
  [ -z "$_sk_timed" ] || _sk_elapsed
#: end
  _sk_metrics=${_sk_metrics#,} _sk_confidence=${_sk_confidence:-DEFAULT_CONFIDENCE}
#: skill-output-v1
  _sk_q='{"success":'$sk_success',"confidence":'$_sk_confidence',"deliverables":['
  _sk_q=$_sk_q$_sk_deliverables'],"metrics":{'$_sk_metrics'},"errors":['${_sk_errors#,}']}'
#: end
#: helper-envelope-v1
  _sk_document
#: end
#: indent
  [ -z "$_sk_wide" ] || [ "${#_sk_q}" -gt 65536 ] || _sk_indent
#: end
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
  ## A status that is not ok never stands without an error, nor ok with one.
  case $sk_status in
  ok) ;;
  partial) sk_error=${_sk_first:-'{"code":"SOURCES_SKIPPED","message":"some sources could not be read"}'} ;;
  error) sk_error=${_sk_first:-'{"code":"ERROR","message":"the helper failed"}'} ;;
  *) sk_error=${_sk_first:-'{"code":"TOOL_MISSING","message":"a program that the helper needs is not installed"}'} ;;
  esac
  [ -z "$_sk_told" ] || _sk_call_part _sk_answer_data
  [ "$sk_status" != partial ] || _sk_skipped=${_sk_skipped:- }
  [ -z "$_sk_skipped" ] || _sk_data_put '"skipped_sources"' "[${_sk_skipped# }]" keep
#: bash called helper-envelope-v1
  if [ -z "$_sk_fields" ]; then
    ## What the functions recorded, unless skill_data gave the same name.
    [ -z "$sk_stated" ] || _sk_data_put '"confidence"' "$sk_stated" keep
    [ -z "$_sk_deliverables" ] || _sk_data_put '"deliverables"' "[$_sk_deliverables]" keep
    [ -z "$_sk_metrics" ] || _sk_data_put '"metrics"' "{$_sk_metrics}" keep
    ## One error is the document's own.
    case $sk_error,${#_sk_error_list[@]} in *,0 | [!n]*,1) ;; *) _sk_data_put '"errors"' "[${_sk_errors#,}]" keep ;; esac
    [ -z "$_sk_values" ] || _sk_data_put '"values"' "{${_sk_values#,}}" keep
  fi
#: helper-envelope-v1
  while [ "$sk_n" -lt "$_sk_count_data" ]; do
    builtin eval "sk_data=\$sk_data,\$_sk_name_$sk_n:\$_sk_data_$sk_n"
    sk_n=$((sk_n + 1))
  done
  [ -z "${GEMINI_PROFILE-}" ] || sk_agent=gemini
  [ -z "${CODEX_PROFILE-}" ] || sk_agent=codex
  sk_stamp=$(_sk_clock) || sk_stamp=1970-01-01T00:00:00Z
  _sk_q='{"schema_version":"'$_sk_schema_version'","status":"'$sk_status'","error":'$sk_error',"agent":"'$sk_agent
  _sk_q=$_sk_q'","ts":"'$sk_stamp'"'
  if [ -n "$_sk_fields" ]; then
    _sk_q=$_sk_q',"success":'$sk_success',"confidence":'$_sk_confidence',"deliverables":['$_sk_deliverables
    _sk_q=$_sk_q'],"metrics":{'$_sk_metrics'},"errors":['${_sk_errors#,}'],"values":{'${_sk_values#,}'}'
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
_sk_report_lost() {
  [ -n "$_sk_lost" ] || return 0
  _sk_lost=''
  [ "$_sk_rc" != 0 ] || _sk_rc=1
  builtin printf '%s: the envelope could not be written to stdout\n' "$0" >&2 || :
}
# ---- state ----
#: indent
_sk_wide=WIDE
#: time
_sk_timed=TIMED _sk_began=''
#: end
_sk_on='' _sk_to=1 _sk_q='' _sk_rc=0 _sk_by='' _sk_last=''
_sk_flags='' _sk_command='' _sk_ending='' _sk_reason='' _sk_closed='' _sk_lost='' _sk_own='' _sk_errors=''
_sk_first='' _sk_failed='' _sk_success='' _sk_bad='' _sk_confidence=''
_sk_count=0 _sk_names=' ' _sk_metrics='' _sk_deliverables=''
#: bash
_sk_error_list=() _sk_made_list=() _sk_where_list=()
#: sh
_sk_files='' _sk_pieces=0
#: helper-envelope-v1 bash
_sk_value_list=()
#: helper-envelope-v1
_sk_values='' _sk_status='' _sk_skipped='' _sk_count_data=0 _sk_fields=FIELDS _sk_schema_version=1.0.0
_sk_asked='' _sk_asks='' _sk_answers='' _sk_told='' _sk_clipped=''
#: end
_sk_self=$0 _sk_box=${TMPDIR:-/tmp}
case $_sk_self in /*) ;; *) _sk_self=$PWD/$_sk_self ;; esac
## With `set -k`, metric.rows=3 would be an assignment.
case $- in *k*) builtin set +k ;; esac
[ -d "$_sk_box" ] && [ -w "$_sk_box" ] || _sk_box=/tmp
[ -w "$_sk_box" ] || _sk_box=/dev/shm

