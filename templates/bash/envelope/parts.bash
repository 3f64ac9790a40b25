#: text
# ---- values from printed text ----------------------------------------------------------------
# What a printed text $1 says, to the recognizers $2: of its first line; of each with `all`; of lines 2 and 4 of 5 with
# `lines:2+4/5`. A text with another number of lines got one from a variable: then no line can be trusted.
_sk_lines() {
  local LC_ALL=C sk_text="$_sk_part$1" sk_kinds="$2" sk_line='' sk_body='' sk_rest='' sk_kind='' sk_told='' sk_number=0
  _sk_part=''
  case $sk_kinds in
  lines:*)
    [ "${#sk_text}" -le 16384 ] || return 0
    sk_told=${sk_kinds%%,*} sk_kinds=all,${sk_kinds#*,}
    sk_rest=${sk_text%$'\n'}
    sk_rest=${sk_rest//[!$'\n']/}
    [ "$((${#sk_rest} + 1))" = "${sk_told#*/}" ] || return 0
    sk_told=${sk_told#lines:}
    sk_told=+${sk_told%/*}+
    ;;
  esac
  [ "${#sk_text}" -le 4096 ] || sk_text=${sk_text:0:4096}$'\n'
  while [ -n "$sk_text" ]; do
    sk_rest=$sk_text sk_line=${sk_text%%$'\n'*} sk_number=$((sk_number + 1))
    case $sk_line in "$sk_text") sk_text='' sk_kind=open ;; *) sk_text=${sk_text#*$'\n'} sk_kind='' ;; esac
    case $sk_told in '' | *+$sk_number+*) ;; *) continue ;; esac
    if [ -n "$sk_kind" ] && [ -z "$_sk_flush" ] && _sk_main; then
      _sk_part=$sk_line _sk_part_kinds=$sk_kinds
      return 0
    fi
    sk_rest=${sk_rest%$'\n'} sk_line=${sk_line%$'\r'}
    _sk_strip "${sk_line##*$'\r'}"
    sk_line=$_sk_q
    _sk_body "$_sk_q"
    sk_body=$_sk_q
    sk_kind=${sk_kinds#*,},
    while [ -n "$sk_kind" ]; do
      "_sk_see_${sk_kind%%,*}"
      sk_kind=${sk_kind#*,}
    done
    case $sk_kinds in all,*) ;; *) return 0 ;; esac
  done
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
  sk_value=${sk_value#"${sk_value%%[!* $'\t']*}"}
  case $sk_value in
  [sS][cC][oO][rR][eE]* | [lL][eE][vV][eE][lL]* | [vV][aA][lL][uU][eE]*) sk_value=${sk_value#?????} ;;
  esac
  sk_value=${sk_value#"${sk_value%%[!* $'\t']*}"}
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
  [-*+]\ * | $'\342\200\242'* | [0-9].\ * | [0-9]\)\ *)
    if [ -n "$_sk_list" ]; then
      sk_tail=${sk_rest#"${sk_rest%%[! $'\t']*}"}
      case $sk_tail in
      [-*+]\ * | [0-9].\ * | [0-9]\)\ *) sk_tail=${sk_tail#* } ;;
      *) sk_tail=${sk_tail#???} && sk_tail=${sk_tail#\ } ;;
      esac
      _sk_put deliverable ":$sk_tail" "${PWD:-.}"
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
  _sk_put deliverable "$sk_word" "${PWD:-.}"
}
_sk_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  local sk_label='' sk_value='' sk_unit='' sk_number=''
  case $sk_body in
  *:*)
    sk_label=${sk_body%%:*}
    sk_label=${sk_label%"${sk_label##*[!*]}"}
    sk_value=${sk_body#*:}
    sk_value=${sk_value#"${sk_value%%[!* $'\t']*}"}
    ;;
  esac
  case $sk_body in
  [tT]ook\ [0-9]* | [dD]uration\ [0-9]* | [eE]xecution\ [tT]ime\ [0-9]*)
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
  execution_time | execution_time_ms | duration | duration_ms | took | elapsed | elapsed_time | total_time)
    case $sk_unit in
    ms | ms. | milliseconds)
      _sk_q=execution_time_ms
      sk_number=${sk_number%%.*}
      ;;
    s | s. | sec | secs | second | seconds)
      _sk_q=execution_time_ms
      case $sk_number in *.*) sk_unit=${sk_number#*.}000 ;; *) sk_unit=000 ;; esac
      sk_number=${sk_number%%.*}${sk_unit%"${sk_unit#???}"}
      sk_number=${sk_number#"${sk_number%%[!0]*}"}
      sk_number=${sk_number:-0}
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
  _sk_put metric "$_sk_q" "$sk_number"
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
  _step_ | _phase_ | _stage_ | _attempt_ | _iteration_ | _retry_ | _try_) return 1 ;;
  esac
}
# `ERROR: text`, `[ERROR] text`, and a cross: at the head of a line or behind its tags.
_sk_see_error() {
  local sk_text="$sk_line"
  while :; do
    case $sk_text in
    \[[eE][rR][rR][oO][rR]\]*) break ;;
    \[*\]\ *) sk_text=${sk_text#*\]\ } ;;
    *) break ;;
    esac
  done
  case $sk_text,$sk_body in
  $'\342\235\214'* | $'\342\234\227'* | $'\342\234\230'* | $'\342\234\226'* | \[[eE]* | *,[eE][rR][rR][oO][rR]:*) sk_text=$sk_body ;;
  *) return 0 ;;
  esac
  case $sk_text in
  [eE][rR][rR][oO][rR]:*) sk_text=${sk_text#??????} ;;
  *:*[0-9]) case ${sk_text##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
  esac
  sk_text=${sk_text#"${sk_text%%[! ]*}"}
  [ -z "$sk_text" ] || _sk_put line "$sk_text" SCRIPT_ERROR
}
# FAILED at the head of a line takes success away, where the exit status is 0.
_sk_see_status() {
  case $sk_body in
  FAILED | FAILED[!a-zA-Z0-9_-]* | FAIL | FAIL[!a-zA-Z0-9_-]* | FAILURE | FAILURE[!a-zA-Z0-9_-]*)
    case $sk_body in *[!0-9\ A-Z:]*) ;; *[0-9]*) return 0 ;; esac
    case $sk_body in *:*[0-9]) case ${sk_body##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;; esac
    _sk_put failed "$sk_body"
    ;;
  *) case $sk_line in \[FAIL\]* | \[FAILED\]*) _sk_put failed "$sk_line" ;; esac ;;
  esac
}
# `KEY=VALUE`, for the helper envelope.
_sk_see_value() {
  case $sk_body in [A-Z]*=*) _sk_put value "${sk_body%%=*}" "${sk_body#*=}" ;; esac
}
_sk_search() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  # More than a path and its surroundings is not looked into: that takes time.
  [ "${#1}" -le 1024 ] || set -- "${1:0:1024}" "$2"
  local sk_s="$1" sk_from="$2" sk_bare=1 sk_word=''
  case $sk_s in
  # `Created 2 files: a.txt, b.txt`
  \ [0-9]*\ file:\ * | \ [0-9]*\ files:\ *) _sk_try "${sk_s#*:\ }" "$sk_from" '' && return 0 ;;
  :\ *) _sk_try "${sk_s#: }" "$sk_from" '' && return 0 ;;
  [:=]*) _sk_try "${sk_s#?}" "$sk_from" '' && return 0 ;;
  \ *) _sk_try "${sk_s#\ }" "$sk_from" 1 && return 0 ;;
  esac
  sk_s=${sk_s%%$'\n'*}
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
      sk_word=" $sk_s$'\n'$sk_word"
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
  1*/* | 1*[!\ ].[a-zA-Z0-9]* | 1*$'\n'*) sk_bare='' ;;
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
    done
    [ -n "$sk_all" ] && return 0
    ;;
  *' and '*)
    _sk_try "${sk_s%% and *}, ${sk_s#* and }" "$2" "$3" && return 0
    ;;
  esac
  return 1
}
_sk_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  local sk_text="${1%$'\n'*}" sk_mark="${1##*$'\n'}"
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
_sk_own_text() {
  # The command "$@" reads the script's file, by its last word: it gets the lines as they were before the migration.
  local sk_file="${*:$#}"
  if [ -f "$sk_file" ] && [ -r "$sk_file" ]; then
    (
      builtin trap '' PIPE
      LC_ALL=C command sed '/^# >>> skill envelope/,/^# <<< skill envelope/d
        s/command \. ".*|| skill_say(){ "${@:2}"; }\(; \)\{0,1\}//
        s/command \. ".*skill-envelope\.bash" || :\(; \)\{0,1\}//; s/ skill_say background;//g; s/19>&- //g
        s/skill_say [a-z_,]* //g' "$sk_file" || :
    ) 2>/dev/null | "${@:1:$#-1}" /dev/stdin
  else
    "$@"
  fi
}

#: end
#: exec
# ---- exec ------------------------------------------------------------------------------------
_sk_prints() {
  local sk_file="${1-}" sk_line='' sk_n=0 sk_run=''
  case ${sk_file##*/} in
  bash | sh | dash | ash)
    sk_run=1
    [ "$#" = 0 ] || shift
    while :; do
      case ${1-} in
      -?*) shift ;;
      *) break ;;
      esac
    done
    sk_file=${1-}
    ;;
  esac
  case $sk_run$sk_file in
  '' | 1 | */*) ;;
  1*) ;;
  *) sk_file=$(command -v -- "$sk_file") || return 1 ;;
  esac
  [ -f "$sk_file" ] && [ -r "$sk_file" ] || return 1
  [ -n "$sk_run" ] || [ -x "$sk_file" ] || return 1
  while [ "$sk_n" -lt 400 ] && IFS= builtin read -r sk_line; do
    case $sk_n$sk_line in
    *'/skill-envelope.bash" |'?' '* | *'_sk_begin 1 "$'*) return 0 ;;
    0\#!*) ;;
    0*) case $sk_file in *.sh | *.bash) ;; *) return 1 ;; esac ;;
    esac
    sk_n=$((sk_n + 1))
  done <"$sk_file"
  return 1
}
_sk_bad() {
  # Why exec can't run $1, in _sk_q: there is none of that name, or its file is none that can run.
  local sk_file=${1-} sk_head='' sk_line=''
  _sk_q=''
  case $sk_file in
  */*) ;;
  *)
    ! builtin hash -t -- "$sk_file" >/dev/null 2>&1 || return 0
    sk_file=$(builtin type -P -- "$sk_file") || _sk_q=name
    ;;
  esac
  [ -z "$_sk_q" ] || return 0
  if [ -d "$sk_file" ]; then
    _sk_q=folder
  elif ! [ -f "$sk_file" ] || ! [ -x "$sk_file" ]; then
    _sk_q=plain
  elif [ -r "$sk_file" ]; then
    { IFS= builtin read -r -n 2 sk_head && IFS= builtin read -r sk_line; } <"$sk_file" 2>/dev/null || :
    sk_line=${sk_line#"${sk_line%%[![:blank:]]*}"}
    case $sk_head in
    \#!) [ -x "${sk_line%%[[:blank:]]*}" ] || _sk_q=plain ;;
    esac
  fi
}
_sk_complain() {
  # What bash says against `exec` in line $1 of the script: it would name this file.
  local sk_said='' sk_line="$1"
  shift
  _sk_q=0
  sk_said=$( (command exec "$@") 2>&1) || _sk_q=$?
  while IFS= builtin read -r; do
    case $REPLY in
    *skill-envelope.bash:\ line\ *) builtin printf '%s: line %s:%s\n' "$0" "$sk_line" "${REPLY#*: line *:}" ;;
    *) builtin printf '%s\n' "$REPLY" ;;
    esac
  done <<<"$sk_said" >&2
}
_sk_handover() {
  local sk_last=$? sk_pid='' sk_rc=0 sk_name='' sk_bad='' sk_back=''
  if [ -z "$_sk_on" ] || ! _sk_main; then
    _sk_bad "${1-}"
    sk_bad=$_sk_q
    [ -n "$sk_bad" ] || command exec "$@"
    _sk_complain "${BASH_LINENO[2]}" "$@"
    ! builtin shopt -q execfail || return "$_sk_q"
    [ "$sk_bad" = name ] || builtin trap - EXIT
    builtin exit "$_sk_q"
  fi
  [ "${1-}" != -- ] || shift
  # A command that prints an envelope itself takes the script's place, with the caller's stdout: its envelope is the one.
  if { true >&19; } 2>/dev/null && _sk_prints "$@"; then
    builtin exec "$@" 1>&19 19>&-
  fi
  _sk_bad "$@"
  sk_bad=$_sk_q
  [ -z "$sk_bad" ] || _sk_complain "${BASH_LINENO[2]}" "$@"
  ! builtin shopt -q execfail || sk_back=1
  builtin trap - ERR
  _sk_command="exec $*" _sk_at=${BASH_LINENO[2]}
  (
    builtin trap - INT QUIT
    [ -z "$sk_bad" ] || command exec 2>/dev/null
    command exec "$@" 19>&-
  ) <&0 &
  sk_pid=$!
  for sk_name in HUP INT QUIT ALRM TERM USR1 USR2; do
    # shellcheck disable=SC2064  # the process is known now
    builtin trap "builtin kill -$sk_name $sk_pid 2>/dev/null" "$sk_name"
  done
  # `builtin wait` keeps bash 4.3 and 4.4 from answering a signal.
  while :; do
    sk_rc=0
    command wait "$sk_pid" || sk_rc=$?
    builtin kill -0 "$sk_pid" 2>/dev/null || break
  done
  case $sk_rc in
  129) _sk_by=HUP ;;
  130) _sk_by=INT ;;
  143) _sk_by=TERM ;;
  esac
  # Where a name is not found, the script's EXIT trap stays, with the status before; up to 5.1 bash forgets it where exec fails and
  # the script goes on, from 5.2 on it never does then, and tells it the status of exec.
  case ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]},$sk_back$sk_bad in
  [34]*,name | 5[01],name) ;;
  [34]* | 5[01],*) _sk_own='' ;;
  *,name | *,1?*) sk_last=$sk_rc ;;
  *) _sk_own='' ;;
  esac
  case $sk_back$sk_bad,$- in
  1plain,*e* | ,* | 1,*) ;;
  1*)
    _sk_command='' _sk_at=''
    _sk_watch
    return "$sk_rc"
    ;;
  *) [ -z "$_sk_own" ] || sk_rc=$sk_last ;;
  esac
  builtin exit "$sk_rc"
}

#: end
#: traps
# ---- traps that few scripts have -------------------------------------------------------------
_sk_traps() {
  # `trap` and `trap -p`: what the script has set, not what the envelope has.
  local sk_s="$_sk_own" sk_out='' sk_line=''
  case " $* " in
  '  ' | ' -p ' | *' EXIT '* | *' 0 '*)
    while :; do
      sk_out=$sk_out${sk_s%%\'*}
      case $sk_s in *\'*) ;; *) break ;; esac
      sk_out=$sk_out"'\\''"
      sk_s=${sk_s#*\'}
    done
    [ -z "$_sk_own" ] || builtin printf "trap -- '%s' EXIT\n" "$sk_out"
    ;;
  esac
  builtin eval 'builtin trap "$@"' | while IFS= builtin read -r sk_line; do
    case $sk_line in
    "trap -- '_sk_"*) ;;
    *) builtin printf '%s\n' "$sk_line" ;;
    esac
  done
}
_sk_waits() {
  # Does the script's own EXIT trap, or a function that it calls, wait for jobs?
  local IFS=' ' sk_text="$_sk_own" sk_next='' sk_word='' sk_seen=' '
  while [ -n "$sk_text" ]; do
    sk_text=" ${sk_text//[!a-zA-Z0-9_]/ } "
    case $sk_text in *' wait '* | *' jobs '* | *' fg '* | *' bg '* | *' disown '*) return 0 ;; esac
    sk_next=''
    for sk_word in $sk_text; do
      case $sk_seen in *" $sk_word "*) continue ;; esac
      case $sk_word in skill_* | _sk_* | trap) continue ;; esac
      sk_seen="$sk_seen$sk_word "
      builtin declare -F -- "$sk_word" >/dev/null || continue
      sk_next="$sk_next $(builtin declare -f -- "$sk_word")"
    done
    sk_text=$sk_next
  done
  return 1
}
_sk_own_here() {
  builtin set +o posix
  builtin eval 'exit() { _sk_exit "${1-$?}"; }'
  case $- in
  *e*)
    builtin set -E
    builtin trap '[ "$BASH_SUBSHELL" != "$_sk_level" ] || { { _sk_close "$?"; } 2>/dev/null; _sk_tell; }' ERR
    ;;
  esac
  if _sk_return "${_sk_last:-$_sk_rc}"; then
    builtin eval "$_sk_own"
  else
    builtin eval "$_sk_own"
  fi
  builtin trap - ERR
}
_sk_exit() {
  # `exit` in the script's own EXIT trap.
  if _sk_main; then
    [ "$1" = "$_sk_rc" ] || _sk_command=''
    { _sk_close "$1"; } 2>/dev/null
    _sk_tell
    set -- "$_sk_rc"
  fi
  builtin exit "$1"
}

#: end
#: json
# ---- JSON as an argument, and over lines -----------------------------------------------------
# Is $1 one JSON value? Then _sk_q is that value without blanks. sk_want: a value, the first in a list, the first or a next key,
# a colon, a comma or an end, nothing more.
_sk_json() {
  local LC_ALL=C sk_s="$1" sk_open='' sk_want=value sk_out='' sk_t=''
  while :; do
    sk_s=${sk_s#"${sk_s%%[! $'\t\r\n']*}"}
    case $sk_want:$sk_s in
    value:[\{[]* | first:[\{[]*)
      sk_t=${sk_s:0:1} sk_open=$sk_t$sk_open
      case $sk_t in \{) sk_want=key1 ;; *) sk_want=first ;; esac
      ;;
    value:* | first:[!\]]*)
      case $sk_s in
      \"*) _sk_json_string || return 1 ;;
      *)
        sk_t=${sk_s%%[], $'\t\r\n'\}]*}
        case $sk_t in true | false | null) ;; *) _sk_number "$sk_t" || return 1 ;; esac
        ;;
      esac
      sk_want=after
      ;;
    key:\"* | key1:\"*)
      _sk_json_string || return 1
      sk_want=':'
      ;;
    :::*) sk_t=: sk_want=value ;;
    after:,*)
      [ -n "$sk_open" ] || return 1
      sk_t=,
      case $sk_open in \{*) sk_want=key ;; *) sk_want=value ;; esac
      ;;
    first:\]* | key1:\}* | after:[]\}]*)
      sk_t=${sk_s:0:1}
      case $sk_open$sk_t in \{*\} | \[*\]) ;; *) return 1 ;; esac
      sk_open=${sk_open#?} sk_want=after
      ;;
    after:)
      [ -z "$sk_open" ] || return 1
      _sk_mend "$sk_out" '[!\ -~]'
      return 0
      ;;
    *) return 1 ;;
    esac
    case $sk_t in \"*) ;; *) sk_s=${sk_s:${#sk_t}} ;; esac
    sk_out=$sk_out$sk_t
  done
}
# sk_t: the string that sk_s begins with, which is taken off; half a surrogate pair is U+FFFD.
_sk_json_string() {
  local sk_x='[0-9a-fA-F]' sk_run=''
  sk_t=\" sk_s=${sk_s#?}
  while :; do
    sk_run=${sk_s%%[\"\\$'\001'-$'\037']*}
    sk_t=$sk_t$sk_run sk_s=${sk_s:${#sk_run}}
    case $sk_s in
    \"*)
      sk_t=$sk_t\" sk_s=${sk_s#?}
      return 0
      ;;
    \\u[dD][89abAB]$sk_x$sk_x\\u[dD][c-fC-F]$sk_x$sk_x*) sk_t=$sk_t${sk_s:0:12} sk_s=${sk_s:12} ;;
    \\u[dD][89a-fA-F]$sk_x$sk_x*) sk_t=$sk_t'\ufffd' sk_s=${sk_s:6} ;;
    \\u$sk_x$sk_x$sk_x$sk_x*) sk_t=$sk_t${sk_s:0:6} sk_s=${sk_s:6} ;;
    \\[\"\\/bfnrt]*) sk_t=$sk_t${sk_s:0:2} sk_s=${sk_s:2} ;;
    *) return 1 ;;
    esac
  done
}
# _sk_q over lines, two blanks a level.
_sk_indent() {
  local LC_ALL=C sk_s="$_sk_q" sk_pad=$'\n' sk_t=''
  _sk_q=''
  while [ -n "$sk_s" ]; do
    sk_t=${sk_s:0:1}
    case $sk_s in
    \"*) _sk_json_string ;;
    '{}'* | '[]'*) sk_t=${sk_s:0:2} ;;
    [\{[]*) sk_pad="$sk_pad  " ;;
    []\}]*) sk_pad=${sk_pad%  } ;;
    [!,:]*) sk_t=${sk_s%%[],\}]*} ;;
    esac
    case $sk_t in \"*) ;; *) sk_s=${sk_s:${#sk_t}} ;; esac
    case $sk_t in
    [,\{[]) _sk_q=$_sk_q$sk_t$sk_pad ;;
    []\}]) _sk_q=$_sk_q$sk_pad$sk_t ;;
    :) _sk_q="$_sk_q: " ;;
    *) _sk_q=$_sk_q$sk_t ;;
    esac
  done
}

#: end
