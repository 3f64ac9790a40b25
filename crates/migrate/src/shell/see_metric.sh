__skill_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  local label= value= unit= number=
  case $body in
    *:*)
      label=${body%%:*}
      value=${body#*:}
      value=${value#"${value%%[! ]*}"}
      ;;
  esac
  case $body in
    [tT]ook\ [0-9]*|[dD]uration\ [0-9]*|[eE]xecution\ [tT]ime\ [0-9]*)
      value=${body#"${body%%[0-9]*}"}
      label='execution time'
      ;;
    [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file[!a-z]*|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files[!a-z]*)
      label="files ${body%% *}"
      value=${body#* }
      value=${value%% *}
      ;;
    [0-9]*\ files\ [cmudr]*ed|[0-9]*\ file\ [cmudr]*ed)
      label="files ${body##* }"
      value=${body%% *}
      ;;
  esac
  [ -n "$label" ] && [ "${#label}" -le 60 ] || return 0
  number=${value#-}
  number=${value%"${number#"${number%%[!0-9.]*}"}"}
  unit=${value#"$number"}
  unit=${unit#"${unit%%[! ]*}"}
  case ${number#-} in
    ''|.*|*.|*.*.*|0[0-9]*) return 0 ;;
  esac
  __skill_key "$label" || return 0
  case $__skill_q in
    execution_time|execution_time_ms|duration|duration_ms|took|elapsed|elapsed_time|total_time)
      case $unit in
        ms|ms.|milliseconds)
          __skill_q=execution_time_ms
          number=${number%%.*}
          ;;
        s|s.|sec|secs|second|seconds)
          __skill_q=execution_time_ms
          case $number in *.*) unit=${number#*.}000 ;; *) unit=000 ;; esac
          number=${number%%.*}${unit%"${unit#???}"}
          number=${number#"${number%%[!0]*}"}
          number=${number:-0}
          ;;
        '') [ "$__skill_q" != duration_ms ] || __skill_q=execution_time_ms ;;
        *) return 0 ;;
      esac
      ;;
    *) case $unit in ''|.) ;; *) return 0 ;; esac ;;
  esac
  case $__skill_q in
    modified_files|updated_files|files_updated|files_changed) __skill_q=files_modified ;;
    created_files) __skill_q=files_created ;;
    deleted_files|removed_files|files_removed) __skill_q=files_deleted ;;
  esac
  case $__skill_q in
    execution_time_ms|files_modified|files_created|files_deleted) case $number in *[!0-9]*) return 0 ;; esac ;;
  esac
  __skill_put metric "$__skill_q" "$number"
}
__skill_key() {
  # $1 in snake_case in __skill_q; labels of versions, dates and identities are no metrics.
  local s="$1" out= char= word=
  s=${s%"${s##*[! ]}"}
  case $s in
    [!a-zA-Z]*|*[!a-zA-Z0-9\ _./\(\)#\&+-]*) return 1 ;;
  esac
  while [ -n "$s" ]; do
    char=${s%"${s#?}"}
    s=${s#?}
    case $char in
      [A-Z])
        word=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz
        word=${word#*"$char"}
        char=${word%"${word#?}"}
        ;;
      [a-z0-9]) ;;
      *) char=_ ;;
    esac
    case $out$char in *__) ;; *) out=$out$char ;; esac
  done
  __skill_q=${out%_}
  case _${__skill_q}_ in
    _error_|*_id_|*_ids_|*_pid_|*_uid_|*_gid_|*_version_|*_ver_|*_date_|*_year_|*_port_|*_timestamp_|*_commit_|*_build_|*_sha_|*_hash_|*_confidence_*|*_phone_|*_zip_) return 1 ;;
  esac
}
__skill_metric() {
  # A metric given twice keeps its place and takes the last value.
  local i= name=
  builtin eval "i=\${__skill_slot_$1-}"
  case $i in
    ''|*[!0-9]*) ;;
    *) builtin eval "name=\${__skill_name_$i-}" ;;
  esac
  if [ "$name" != "$1" ] || [ "$i" -ge "$__skill_metrics" ]; then
    i=$__skill_metrics
    __skill_metrics=$((i + 1))
    builtin eval "__skill_slot_$1=$i __skill_name_$i=$1"
  fi
  builtin eval "__skill_number_$i=\$2"
}
