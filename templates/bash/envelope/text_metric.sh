_sk_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  local sk_label='' sk_value='' sk_unit='' sk_number='' sk_body="$sk_body"
  # `Port already in use: 8080` behind a cross measures nothing.
  case $sk_body in *:*[0-9]) _sk_is_summary "$sk_body" || ! _sk_is_marked || return 0 ;; esac
  case $sk_body in [sS]uccessfully\ *) sk_body=${sk_body#* } ;; esac
  case ${sk_body%%:*},$sk_body in
  # `Updated at 12:30`, `Listening on localhost:8080`
  *[0-9]:[0-9]* | *\ *,*[!\ ]:[0-9]*) ;;
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
  _sk_counts "$_sk_q" "$sk_number" || return 0
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
  *[!_]error_ | *[!_]exception_ | *_exception_ | *[!f]_code_ | *[!o]f_code_) return 1 ;;
  esac
}
