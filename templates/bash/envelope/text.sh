# ---- values from printed text ----
# What a printed text $1 says, to the recognizers $2: of its first line; of each with `all`; of lines 2 and 4 of five with
# `lines:5,metric:2+4`. A text with another number of lines got one from a variable: then no line can be trusted.
_sk_lines() {
  local LC_ALL=C sk_text="$_sk_part$1" sk_kinds="$2" sk_line='' sk_body='' sk_rest='' sk_kind='' sk_told=''
  local sk_open='' sk_more='' sk_number=1
  _sk_part=''
  case $sk_kinds in
  lines:*)
    [ "${#sk_text}" -le 16384 ] || return 0
    sk_told=${sk_kinds%%,*}
    sk_rest=${sk_text%"$_sk_nl"}
    while case $sk_rest in *"$_sk_nl"*) ;; *) false ;; esac do
      sk_rest=${sk_rest#*"$_sk_nl"} sk_number=$((sk_number + 1))
    done
    [ "$sk_number" = "${sk_told#*:}" ] || return 0
    sk_told=${sk_kinds#*,},
    ;;
  esac
  if [ "${#sk_text}" -gt 4096 ]; then
    _sk_first_bytes "$sk_text" 4096
    sk_text=$_sk_q$_sk_nl
  fi
  sk_number=0
  while [ -n "$sk_text" ]; do
    sk_rest=$sk_text sk_line=${sk_text%%"$_sk_nl"*} sk_number=$((sk_number + 1))
    case $sk_line in "$sk_text") sk_text='' sk_open=1 ;; *) sk_text=${sk_text#*"$_sk_nl"} sk_open='' ;; esac
    sk_kind=${sk_kinds#*,},
    sk_rest=${sk_rest%"$_sk_nl"}
    case $sk_kinds in
    lines:*)
      # No name of a file goes on in the next line here.
      sk_rest=$sk_line sk_more=$sk_told sk_kind=''
      while [ -n "$sk_more" ]; do
        case ${sk_more%%,*}+ in *[:+]"$sk_number"+*) sk_kind=$sk_kind${sk_more%%:*}, ;; esac
        sk_more=${sk_more#*,}
      done
      # What stands between the items of a list ends it.
      case $sk_kind in *deliverable,*) ;; *) _sk_list='' ;; esac
      [ -n "$sk_kind" ] || continue
      ;;
    esac
    if [ -n "$sk_open" ] && [ -z "$_sk_flush" ] && _sk_main; then
      _sk_part=$sk_line _sk_part_kinds=text,${sk_kind%,}
      return 0
    fi
    _sk_strip "$sk_line"
    case $_sk_q in
    *"$_sk_cr"*)
      # What a variable writes over the words of the line counts no more than a line that it adds.
      _sk_q=${_sk_q#"${_sk_q%%[!"$_sk_cr" ]*}"}
      sk_rest=${sk_rest#"${sk_rest%%[!"$_sk_cr" ]*}"}
      sk_rest=${sk_rest%%"$_sk_cr"*}
      _sk_strip "${_sk_q%%"$_sk_cr"*}"
      ;;
    esac
    sk_line=$_sk_q
    _sk_from_word "$_sk_q"
    sk_body=$_sk_q
    while [ -n "$sk_kind" ]; do
      "_sk_see_${sk_kind%%,*}"
      sk_kind=${sk_kind#*,}
    done
    case $sk_kinds in text,*) return 0 ;; esac
  done
}
# Is there nothing in a text that any recognizer looks for?
_sk_dull() {
  local IFS=' '
  case $* in
  *[cC][oO][nN][fF]* | *ated* | *ATED* | *aved* | *AVED* | *rote* | *ROTE* | *ritten* | *odified* | *ODIFIED*) return 1 ;;
  *:*[0-9]* | *[0-9]\ file* | *ook\ [0-9]* | *ration\ [0-9]* | *apsed\ [0-9]* | *ime\ [0-9]* | *=* | *[fF][aA][iI][lL]* | *"$_sk_esc"*) return 1 ;;
  *[eE][rR][rR][oO][rR]* | *[fF]atal:* | *FATAL:* | *uccess*[:=]* | *UCCESS*[:=]* | *?[sS]ucce* | *?SUCCE*) return 1 ;;
  *"$_sk_cross1"* | *"$_sk_cross2"* | *"$_sk_cross3"* | *"$_sk_cross4"*) return 1 ;;
  esac
}
_sk_see_confidence() {
  # `Confidence: 0.92`, `92%`, `.92`
  local sk_head='' sk_value="$sk_body"
  case $sk_body in
  *[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*) ;;
  *) return 0 ;;
  esac
  sk_head=${sk_value%%[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*}
  sk_value=${sk_value#"$sk_head"??????????}
  case $sk_head in
  *[a-zA-Z0-9_-] | *[mM]in* | *[mM]ax* | *[rR]equired* | *[tT]hreshold* | *[tT]arget*) return 0 ;;
  esac
  sk_value=${sk_value#"${sk_value%%[!* "$_sk_tab"]*}"}
  case $sk_value in
  [sS][cC][oO][rR][eE]* | [lL][eE][vV][eE][lL]* | [vV][aA][lL][uU][eE]*) sk_value=${sk_value#?????} ;;
  esac
  sk_value=${sk_value#"${sk_value%%[!* "$_sk_tab"]*}"}
  case $sk_value in
  [:=]*) sk_value=${sk_value#?} ;;
  [0-9.]*) ;;
  *) return 0 ;;
  esac
  _sk_estimate "$sk_value"
}
_sk_see_deliverable() {
  # What follows Created, Modified, Updated, Saved, Generated, Wrote; and the bulleted items below such a line.
  local sk_tail='' sk_word="$sk_body"
  case $sk_line in
  [-*+]\ * | "$_sk_bullet"* | [0-9].\ * | [0-9]\)\ *)
    if [ -n "$_sk_list" ]; then
      sk_tail=${sk_rest#"${sk_rest%%[! "$_sk_tab"]*}"}
      case $sk_tail in
      [-*+]\ * | [0-9].\ * | [0-9]\)\ *) sk_tail=${sk_tail#* } ;;
      *) sk_tail=${sk_tail#???} && sk_tail=${sk_tail#\ } ;;
      esac
      _sk_add deliverable ":$sk_tail" "${PWD:-.}"
      return 0
    fi
    ;;
  esac
  while :; do
    case $sk_word in
    [cC]reated[!a-zA-Z0-9_-]* | CREATED[!a-zA-Z0-9_-]* | [sS]aved[!a-zA-Z0-9_-]* | SAVED[!a-zA-Z0-9_-]*) break ;;
    [wW]rote[!a-zA-Z0-9_-]* | WROTE[!a-zA-Z0-9_-]* | [wW]ritten[!a-zA-Z0-9_-]*) break ;;
    [uU]pdated[!a-zA-Z0-9_-]* | UPDATED[!a-zA-Z0-9_-]* | [mM]odified[!a-zA-Z0-9_-]*) break ;;
    MODIFIED[!a-zA-Z0-9_-]* | [gG]enerated[!a-zA-Z0-9_-]* | GENERATED[!a-zA-Z0-9_-]*) break ;;
    [cC]reated | CREATED | [sS]aved | SAVED | [wW]rote | WROTE | [wW]ritten) break ;;
    [uU]pdated | UPDATED | [mM]odified | MODIFIED | [gG]enerated | GENERATED) break ;;
    *\ *) sk_word=${sk_word#*\ } ;;
    *)
      _sk_list=''
      return 0
      ;;
    esac
  done
  sk_tail=${sk_word%%[!a-zA-Z]*}
  sk_word=${sk_rest#*"$sk_tail"}
  case ${sk_line#*"$sk_tail"} in
  '' | : | \ files: | \ file: | \ [0-9]*\ files: | \ [0-9]*\ file: | ' the following files:' | ' the following:')
    _sk_list=1
    ;;
  *) _sk_list='' ;;
  esac
  _sk_add deliverable "$sk_word" "${PWD:-.}"
}
_sk_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  local sk_label='' sk_value='' sk_unit='' sk_number=''
  case $sk_body in
  # `Updated at 12:30`
  *[0-9]:[0-9]*) ;;
  *:*)
    sk_label=${sk_body%%:*}
    sk_label=${sk_label%"${sk_label##*[!*]}"}
    sk_value=${sk_body#*:}
    sk_value=${sk_value#"${sk_value%%[!* "$_sk_tab"]*}"}
    ;;
  esac
  case $sk_body in
  [tT]ook\ [0-9]* | *\ [tT]ook\ [0-9]*)
    sk_value=${sk_body#*[tT]ook\ }
    sk_label='execution time'
    ;;
  [dD]uration\ [0-9]* | [eE]lapsed\ [0-9]* | [eE]xecution\ [tT]ime\ [0-9]* | [eE]lapsed\ [tT]ime\ [0-9]* | [tT]otal\ [tT]ime\ [0-9]*)
    sk_value=${sk_body#"${sk_body%%[0-9]*}"}
    sk_label='execution time'
    ;;
  [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file | [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files | [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file[!a-z]* | \
    [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files[!a-z]*)
    sk_label="files ${sk_body%% *}"
    sk_value=${sk_body#* }
    sk_value=${sk_value%% *}
    ;;
  [cCmMuUdDrR]*[a-z]ed:\ [0-9]*\ file | [cCmMuUdDrR]*[a-z]ed:\ [0-9]*\ files)
    sk_label="files ${sk_body%%:*}"
    sk_value=${sk_body#*: }
    sk_value=${sk_value%% *}
    ;;
  [0-9]*\ files\ [cmudr]*ed | [0-9]*\ file\ [cmudr]*ed)
    sk_label="files ${sk_body##* }"
    sk_value=${sk_body%% *}
    ;;
  esac
  [ -n "$sk_label" ] && [ "${#sk_label}" -le 60 ] || return 0
  sk_number=${sk_value#-}
  sk_number=${sk_value%"${sk_number#"${sk_number%%[!0-9.]*}"}"}
  sk_unit=${sk_value#"$sk_number"}
  sk_unit=${sk_unit#"${sk_unit%%[! ]*}"}
  case $sk_number in *[0-9].) sk_number=${sk_number%.} ;; esac
  case ${sk_number#-} in
  '' | .* | *. | *.*.* | 0[0-9]*) return 0 ;;
  esac
  _sk_key "$sk_label" || return 0
  case $_sk_q in
  avg_* | average_* | mean_* | median_* | max_* | maximum_* | min_* | minimum_* | expected_* | estimated_*)
    case $sk_unit in '' | . | \**) ;; *) return 0 ;; esac
    ;;
  execution_time_ms | duration_ms | took | *duration | *elapsed | *execution_time | *elapsed_time | *total_time)
    case $sk_unit in [a-zA-Z]*) sk_unit=${sk_unit%%[!a-zA-Z0-9_]*} ;; esac
    case $sk_unit in
    [mM][sS] | millisecond | milliseconds)
      _sk_q=execution_time_ms
      case $sk_number in *.*) sk_unit=${sk_number#*.} ;; *) sk_unit='' ;; esac
      sk_number=${sk_number%%.*}
      ;;
    [sS] | sec | secs | second | seconds)
      _sk_q=execution_time_ms
      case $sk_number in *.*) sk_unit=${sk_number#*.}000 ;; *) sk_unit=000 ;; esac
      sk_number=${sk_number%%.*}${sk_unit%"${sk_unit#???}"}
      sk_number=${sk_number#"${sk_number%%[!0]*}"}
      sk_number=${sk_number:-0}
      sk_unit=${sk_unit#???}
      ;;
    '') [ "$_sk_q" != duration_ms ] || _sk_q=execution_time_ms ;;
    *) return 0 ;;
    esac
    ;;
  *) case $sk_unit in '' | . | \**) ;; *) return 0 ;; esac ;;
  esac
  case $_sk_q in
  modified_files | updated_files | files_updated | files_changed) _sk_q=files_modified ;;
  created_files) _sk_q=files_created ;;
  deleted_files | removed_files | files_removed) _sk_q=files_deleted ;;
  esac
  case $_sk_q in
  execution_time_ms | files_modified | files_created | files_deleted) case $sk_number in *[!0-9]*) return 0 ;; esac ;;
  esac
  # Part of a millisecond is rounded.
  case $_sk_q,$sk_unit in execution_time_ms,[5-9]*) [ "${#sk_number}" -gt 15 ] || sk_number=$((sk_number + 1)) ;; esac
  _sk_add metric "$_sk_q" "$sk_number"
}
_sk_key() {
  # $1 in snake_case in _sk_q; labels of versions, dates and identities are no metrics.
  local sk_s="$1" sk_out='' sk_char='' sk_word=''
  sk_s=${sk_s%"${sk_s##*[! ]}"}
  case $sk_s in
  [!a-zA-Z]* | *[!a-zA-Z0-9\ _./\(\)#\&+-]*) return 1 ;;
  esac
  while [ -n "$sk_s" ]; do
    sk_char=${sk_s%"${sk_s#?}"}
    sk_s=${sk_s#?}
    case $sk_char in
    [A-Z])
      sk_word=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz
      sk_word=${sk_word#*"$sk_char"}
      sk_char=${sk_word%"${sk_word#?}"}
      ;;
    [a-z0-9]) ;;
    *) sk_char=_ ;;
    esac
    case $sk_out$sk_char in *__) ;; *) sk_out=$sk_out$sk_char ;; esac
  done
  _sk_q=${sk_out%_}
  case _${_sk_q}_ in
  _error_ | *_id_ | *_ids_ | *_pid_ | *_uid_ | *_gid_ | *_version_ | *_ver_ | *_date_ | *_year_ | *_port_) return 1 ;;
  *_timestamp_ | *_commit_ | *_build_ | *_sha_ | *_hash_ | *_confidence_* | *_phone_ | *_zip_) return 1 ;;
  *_exit_* | *_index_* | *_http_* | *_timeout_* | *_threshold_* | *_limit_* | *_interval_* | *_delay_* | _not_*) return 1 ;;
  _actual_ | _expected_ | _got_ | _value_ | _wanted_ | _want_ | _line_ | _column_ | _status_ | _rc_ | _errno_) return 1 ;;
  _step_ | _phase_ | _stage_ | _attempt_ | _iteration_ | _retry_ | _try_ | _from_ | _since_ | _until_) return 1 ;;
  *[!_]error_ | *[!_]exception_ | *_exception_) return 1 ;;
  esac
}
# `ERROR: text`, `Build error: text`, `fatal: text`, `[ERROR] text`, and a cross: at the head of a line or behind its tags.
_sk_see_error() {
  local sk_text="$sk_line" sk_head=''
  while :; do
    case $sk_text in
    \[[eE][rR][rR][oO][rR]\]*) break ;;
    \[*\]\ *) sk_text=${sk_text#*\]\ } ;;
    *) break ;;
    esac
  done
  sk_head=${sk_body%%[eE][rR][rR][oO][rR]:*}
  # `x.sh: error: text`
  case $sk_body in "$sk_head"?????:*) case $sk_head in *:\ ) sk_head='' ;; esac ;; esac
  case $sk_head in
  "$sk_body" | *[!a-zA-Z\ ]* | *\ *\ *\ * | *[!\ ])
    case $sk_body in [fF]atal:* | FATAL:*) sk_text=$_sk_cross1 ;; esac
    case $sk_text in "$_sk_cross1"* | "$_sk_cross2"* | "$_sk_cross3"* | "$_sk_cross4"* | \[[eE]*) ;; *) return 0 ;; esac
    sk_text=$sk_body
    case $sk_text in *:*[0-9]) case ${sk_text##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;; esac
    ;;
  *) sk_text=${sk_body#*[eE][rR][rR][oO][rR]:} ;;
  esac
  sk_text=${sk_text#"${sk_text%%[!* ]*}"}
  [ -z "$sk_text" ] || _sk_add line "$sk_text" SCRIPT_ERROR
}
# FAILED at the head of a line, and `success: false` in it, take success away, where the exit status is 0.
_sk_see_status() {
  case $sk_body in
  FAILED | FAILED[!a-zA-Z0-9_-]* | FAIL | FAIL[!a-zA-Z0-9_-]* | FAILURE | FAILURE[!a-zA-Z0-9_-]*)
    # `FAILED: 3` counts, and `FAILED tests: 3` where no variable can bring such words.
    sk_value=${sk_body#"${sk_body%%[!A-Z]*}"}
    case $sk_kinds,$sk_value in
    all,*:*[0-9])
      case ${sk_value%%:*} in '' | *[!a-zA-Z\ ]* | *[!\ ]*\ *[!\ ]*\ *[!\ ]*) ;; *) sk_value=${sk_value#*:} ;; esac
      ;;
    esac
    sk_value=${sk_value#"${sk_value%%[!:\ ]*}"}
    case $sk_value in '' | *[!0-9]*) ;; *) return 0 ;; esac
    _sk_add failed "$sk_body"
    ;;
  *)
    case $sk_line in \[FAIL\]* | \[FAILED\]* | \[FAILURE\]* | \[\ FAIL\ \]* | \[\ FAILED\ \]*) _sk_add failed "$sk_line" ;; esac
    case $sk_body in *[fF][aA][iI][lL]*) ! _sk_reports "$sk_body" || _sk_add failed "$sk_body" ;; esac
    case $sk_line in *[sS][uU][cC][cC][eE]*) ! _sk_denies "$sk_line" || _sk_add failed "$sk_body" ;; esac
    ;;
  esac
}
# Does a line say `failure: text` or `Result: FAIL`?
_sk_reports() {
  local sk_s="${1#"${1%%[a-zA-Z0-9_]*}"}" sk_word='' sk_value=''
  sk_word=${sk_s%%[!a-zA-Z "$_sk_tab"]*}
  sk_s=${sk_s#"$sk_word"}
  sk_word=${sk_word%"${sk_word##*[! "$_sk_tab"]}"}
  sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
  case $sk_s in [:=]*) sk_s=${sk_s#?} ;; *) return 1 ;; esac
  sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
  sk_value=${sk_s%%[!a-zA-Z0-9_]*}
  sk_s=${sk_s#"$sk_value"}
  case $sk_word in
  [fF][aA][iI][lL] | [fF][aA][iI][lL][uU][rR][eE])
    case $sk_value,$sk_s in
    0,[.%]*) return 0 ;;
    0,*) return 1 ;;
    esac
    case $sk_value in
    [fF][aA][lL][sS][eE] | [nN][oO] | [nN][oO][nN][eE] | [nN][uU][lL][lL] | [nN][iI][lL] | [nN][oO][pP][eE]) ;;
    [nN] | [nN][eE][vV][eE][rR] | [nN][oO][tT] | [uU][nN][dD][eE][fF][iI][nN][eE][dD]) ;;
    '' | *[!0-9]*) return 0 ;;
    esac
    sk_s=${sk_s#[.!]}
    sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
    case $sk_s in '' | [,\;\|\}\)]* | \]*) return 1 ;; esac
    return 0
    ;;
  esac
  case $sk_value,$sk_s in
  *,[=-]*) return 1 ;;
  [fF][aA][iI][lL],* | [fF][aA][iI][lL][eE][dD],* | [fF][aA][iI][lL][uU][rR][eE],*) ;;
  *) return 1 ;;
  esac
  case $sk_word in
  *\ *\ *\ * | [eE][xX][pP][eE][cC][tT]* | [wW][aA][nN][tT]*) return 1 ;;
  [pP][rR][eE][vV][iI][oO][uU][sS]* | [pP][rR][iI][oO][rR]\ * | [eE][aA][rR][lL][iI][eE][rR]\ *) return 1 ;;
  [uU][sS][aA][gG][eE]\ * | [tT][oO][dD][oO]\ * | [fF][iI][xX][mM][eE]\ *) return 1 ;;
  [eE][xX][aA][mM][pP][lL][eE]\ * | [dD][eE][fF][aA][uU][lL][tT]\ * | [lL][aA][sS][tT]\ *) return 1 ;;
  esac
  case ${sk_word##*[ "$_sk_tab"]} in
  [sS][tT][aA][tT][uU][sS] | [rR][eE][sS][uU][lL][tT] | [cC][oO][nN][cC][lL][uU][sS][iI][oO][nN] | [oO][uU][tT][cC][oO][mM][eE]) return 0 ;;
  [vV][eE][rR][dD][iI][cC][tT] | [sS][tT][aA][tT][eE]) return 0 ;;
  esac
  return 1
}
# Does a line say `success: false`, `unsuccessful` or `not successful`?
_sk_denies() {
  local sk_s=" $1" sk_head='' sk_word='' sk_value=''
  while :; do
    sk_head=${sk_s%%[sS][uU][cC][cC][eE]*}
    [ "$sk_head" != "$sk_s" ] || return 1
    sk_s=${sk_s#"$sk_head"}
    sk_word=${sk_s%%[!a-zA-Z0-9_]*}
    sk_s=${sk_s#"$sk_word"}
    case $sk_head,$sk_word in
    *[!a-zA-Z0-9_][uU][nN],?????[sS][sS][fF][uU][lL] | *[!a-zA-Z0-9_][uU][nN],?????[sS][sS][fF][uU][lL][lL][yY]) return 0 ;;
    *[a-zA-Z0-9_],*) continue ;;
    *,?????[sS][sS] | *,?????[sS][sS][fF][uU][lL] | *,?????[sS][sS][fF][uU][lL][lL][yY] | *,?????[eE][dD][eE][dD]) ;;
    *) continue ;;
    esac
    sk_value=${sk_head##*[!\ "$_sk_tab"]}
    case ,${sk_head%"$sk_value"},$sk_value in
    *,) ;;
    *[!a-zA-Z0-9_][nN][oO][tT],* | *[!a-zA-Z0-9_][nN][oO],* | *[!a-zA-Z0-9_][nN][eE][vV][eE][rR],*) return 0 ;;
    *[!a-zA-Z0-9_][wW][iI][tT][hH][oO][uU][tT],*) return 0 ;;
    esac
    case $sk_word in ?????[sS][sS]) _sk_is_false "$sk_s" && return 0 ;; esac
  done
}
# Is what stands behind the word `success` a label's `: false`?
_sk_is_false() {
  _sk_soft "$1"
  case $_sk_q in [:=]*) _sk_soft "${_sk_q#?}" ;; *) return 1 ;; esac
  case $_sk_q in
  [fF][aA][lL][sS][eE]*) _sk_q=${_sk_q#?????} ;;
  [nN][oO][nN][eE]*) _sk_q=${_sk_q#????} ;;
  [nN][oO]*) _sk_q=${_sk_q#??} ;;
  *) return 1 ;;
  esac
  case $_sk_q in [.!]*) _sk_q=${_sk_q#?} ;; esac
  _sk_soft "$_sk_q"
  case $_sk_q in '' | [,\;\|\}\)]* | \]*) return 0 ;; esac
  return 1
}
# _sk_q: $1 without the blanks, quotes and asterisks that it begins with.
_sk_soft() { _sk_q=${1#"${1%%[!\"\'\*\`\ "$_sk_tab"]*}"}; }
# `KEY=VALUE`, for the helper envelope.
_sk_see_value() {
  case $sk_body in [A-Z]*=*) _sk_add value "${sk_body%%=*}" "${sk_body#*=}" ;; esac
}
_sk_search() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  local sk_s="$1" sk_from="$2" sk_bare=1 sk_word=''
  case $sk_s in
  # `Created 2 files: a.txt, b.txt`
  \ [0-9]*\ file:\ * | \ [0-9]*\ files:\ *) _sk_try "${sk_s#*:\ }" "$sk_from" '' && return 0 ;;
  :\ *) _sk_try "${sk_s#: }" "$sk_from" '' && return 0 ;;
  [:=]*) _sk_try "${sk_s#?}" "$sk_from" '' && return 0 ;;
  \ *) _sk_try "${sk_s#\ }" "$sk_from" 1 && return 0 ;;
  esac
  sk_s=${sk_s%%"$_sk_nl"*}
  _sk_strip "$sk_s"
  sk_s=$_sk_q
  case $sk_s in
  [:=]*)
    sk_bare=''
    _sk_strip "${sk_s#?}"
    sk_s=$_sk_q
    ;;
  esac
  _sk_try "$sk_s" "$sk_from" "$sk_bare" && return 0
  case $sk_s in
  *:\ *)
    sk_word=${sk_s##*:\ }
    _sk_try "$sk_word" "$sk_from" '' && return 0
    sk_word=${sk_s#*:\ }
    _sk_try "$sk_word" "$sk_from" '' && return 0
    ;;
  esac
  for sk_word in ' to ' ' at ' ' as ' ' into ' ' in ' ' under '; do
    case " $sk_s" in
    *"$sk_word"*)
      sk_word=" $sk_s$_sk_nl$sk_word"
      _sk_after "$sk_word" "$sk_from" && return 0
      ;;
    esac
  done
  for sk_word in ' (' ' [' ' from ' ' using ' ' with ' ' for ' ' by ' ' based ' ' via ' ' - ' ' in ' ' at '; do
    case $sk_s in
    *"$sk_word"*)
      _sk_try "${sk_s%%"$sk_word"*}" "$sk_from" "$sk_bare" && return 0
      _sk_words "${sk_s%%"$sk_word"*}" "$sk_from" && return 0
      ;;
    esac
  done
  _sk_words "$sk_s" "$sk_from"
}
_sk_try() {
  # $1 as it stands, without what surrounds it, then as a list; $2 folder, $3 set where a bare word is no path.
  local sk_s="$1" sk_item='' sk_all='' sk_bare="$3"
  case $sk_bare$sk_s in
  1*/* | 1*[!\ ].[a-zA-Z0-9]* | 1*"$_sk_nl"*) sk_bare='' ;;
  esac
  [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  _sk_strip "$sk_s"
  sk_s=$_sk_q
  [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  while :; do
    case $sk_s in
    *[].,\;:!*\"\'\`\)]) sk_s=${sk_s%?} ;;
    [\"\'\`\(*[]*) sk_s=${sk_s#?} ;;
    *) break ;;
    esac
    [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  done
  case $sk_s in
  *,*)
    sk_s=$sk_s,
    while [ -n "$sk_s" ]; do
      sk_item=${sk_s%%,*}
      sk_s=${sk_s#*,}
      _sk_strip "$sk_item"
      sk_item=${_sk_q#and }
      sk_item=${sk_item#[\"\'\`]}
      sk_item=${sk_item%[\"\'\`]}
      case $sk_item in
      *' and '*)
        if _sk_exists "$sk_item" "$2"; then
          sk_all=1
        else
          sk_s=${sk_item#* and },$sk_s
          sk_item=${sk_item%% and *}
        fi
        ;;
      esac
      case $3$sk_item in
      1*/* | 1*.[a-zA-Z0-9]* | [!1]*) _sk_exists "$sk_item" "$2" && sk_all=1 ;;
      esac
      # `to a.ts and b.ts`: the list begins further on.
      case $sk_all$sk_item in 1*) ;; *' '*) return 1 ;; esac
    done
    [ -n "$sk_all" ] && return 0
    ;;
  *' and '*)
    _sk_try "${sk_s%% and *}, ${sk_s#* and }" "$2" "$3" && return 0
    ;;
  *' & '*)
    _sk_try "${sk_s%% & *}, ${sk_s#* & }" "$2" "$3" && return 0
    ;;
  esac
  return 1
}
_sk_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  local sk_text="${1%"$_sk_nl"*}" sk_mark="${1##*"$_sk_nl"}"
  sk_text=${sk_text#*"$sk_mark"}
  _sk_try "$sk_text" "$2" 1 && return 0
  _sk_try "${sk_text%% *}" "$2" 1
}
_sk_words() {
  # The first word of $1 that looks like a path and exists, and those right behind it.
  local sk_s="$1 " sk_word='' sk_all=1
  while [ -n "$sk_s" ]; do
    sk_word=${sk_s%% *}
    sk_s=${sk_s#* }
    case $sk_word in
    from | using | with | for | by | via | than) break ;;
    esac
    if _sk_try "$sk_word" "$2" 1; then
      sk_all=0
    elif [ "$sk_all" = 0 ]; then
      break
    fi
  done
  return "$sk_all"
}
#: bash
_sk_bullet=$'\342\200\242' _sk_cross1=$'\342\235\214' _sk_cross2=$'\342\234\227' _sk_cross3=$'\342\234\230'
_sk_cross4=$'\342\234\226'
#: end
#: sh
_sk_bullet='' _sk_cross1='' _sk_cross2='' _sk_cross3='' _sk_cross4=''
command eval "$(command printf '%b' '_sk_bullet="\0342\0200\0242" _sk_cross1="\0342\0235\0214" _sk_cross2="\0342\0234\0227"
  _sk_cross3="\0342\0234\0230" _sk_cross4="\0342\0234\0226"')"
#: end
# The command "$@" reads the script's file, by its last word: it gets the lines as they were before the migration.
_sk_own_text() {
#: bash
  local sk_file="${*:$#}"
#: sh
  local sk_file='' sk_n=$#
  for sk_file; do :; done
#: end
  if [ ! -f "$sk_file" ] || [ ! -r "$sk_file" ]; then
    "$@"
    return "$?"
  fi
#: bash
  _sk_former "$sk_file" 2>/dev/null | "${@:1:$#-1}" /dev/stdin
#: sh
  while [ "$sk_n" -gt 1 ]; do
    set -- "$@" "$1"
    shift
    sk_n=$((sk_n - 1))
  done
  shift
  _sk_former "$sk_file" 2>/dev/null | "$@" /dev/stdin
#: end
}
_sk_former() {
  builtin trap '' PIPE
  LC_ALL=C command sed '/^# >>> skill envelope/,/^# <<< skill envelope/d
    s/\(sk_fd=[0-9] \)\{0,1\}command \. ".*|| skill_[sr][au][yn](){ [^;]*\(; "$@"\)\{0,1\}; }\(; \)\{0,1\}//
    s/\(sk_fd=[0-9] \)\{0,1\}command \. ".*skill-envelope\.[a-z]*" || :\(; \)\{0,1\}//
    s/ skill_[sr][au][yn] background;//g; s/'"$_sk_fd"'>&- //g
    s/skill_[sr][au][yn] [a-zA-Z0-9_,:.]*="[^"]*" //g
    s/skill_[sr][au][yn] [a-zA-Z0-9_,:.=+/%-]* //g' "$1" || :
}
