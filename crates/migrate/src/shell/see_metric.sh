__skill_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  builtin local __s_label= __s_value= __s_unit= __s_number=
  case $__s_body in
    *:*)
      __s_label=${__s_body%%:*}
      __s_label=${__s_label%"${__s_label##*[!*]}"}
      __s_value=${__s_body#*:}
      __s_value=${__s_value#"${__s_value%%[!* $__skill_tab]*}"}
      ;;
  esac
  case $__s_body in
    [tT]ook\ [0-9]*|[dD]uration\ [0-9]*|[eE]xecution\ [tT]ime\ [0-9]*)
      __s_value=${__s_body#"${__s_body%%[0-9]*}"}
      __s_label='execution time'
      ;;
    [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file[!a-z]*|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files[!a-z]*)
      __s_label="files ${__s_body%% *}"
      __s_value=${__s_body#* }
      __s_value=${__s_value%% *}
      ;;
    [cCmMuUdDrR]*[a-z]ed:\ [0-9]*\ file|[cCmMuUdDrR]*[a-z]ed:\ [0-9]*\ files)
      __s_label="files ${__s_body%%:*}"
      __s_value=${__s_body#*: }
      __s_value=${__s_value%% *}
      ;;
    [0-9]*\ files\ [cmudr]*ed|[0-9]*\ file\ [cmudr]*ed)
      __s_label="files ${__s_body##* }"
      __s_value=${__s_body%% *}
      ;;
  esac
  [ -n "$__s_label" ] && [ "${#__s_label}" -le 60 ] || return 0
  __s_number=${__s_value#-}
  __s_number=${__s_value%"${__s_number#"${__s_number%%[!0-9.]*}"}"}
  __s_unit=${__s_value#"$__s_number"}
  __s_unit=${__s_unit#"${__s_unit%%[! ]*}"}
  case $__s_number in *[0-9].) __s_number=${__s_number%.} ;; esac
  case ${__s_number#-} in
    ''|.*|*.|*.*.*|0[0-9]*) return 0 ;;
  esac
  __skill_key "$__s_label" || return 0
  case $__skill_q in
    execution_time|execution_time_ms|duration|duration_ms|took|elapsed|elapsed_time|total_time)
      case $__s_unit in
        ms|ms.|milliseconds)
          __skill_q=execution_time_ms
          __s_number=${__s_number%%.*}
          ;;
        s|s.|sec|secs|second|seconds)
          __skill_q=execution_time_ms
          case $__s_number in *.*) __s_unit=${__s_number#*.}000 ;; *) __s_unit=000 ;; esac
          __s_number=${__s_number%%.*}${__s_unit%"${__s_unit#???}"}
          __s_number=${__s_number#"${__s_number%%[!0]*}"}
          __s_number=${__s_number:-0}
          ;;
        '') [ "$__skill_q" != duration_ms ] || __skill_q=execution_time_ms ;;
        *) return 0 ;;
      esac
      ;;
    *) case $__s_unit in ''|.|\**) ;; *) return 0 ;; esac ;;
  esac
  case $__skill_q in
    modified_files|updated_files|files_updated|files_changed) __skill_q=files_modified ;;
    created_files) __skill_q=files_created ;;
    deleted_files|removed_files|files_removed) __skill_q=files_deleted ;;
  esac
  case $__skill_q in
    execution_time_ms|files_modified|files_created|files_deleted) case $__s_number in *[!0-9]*) return 0 ;; esac ;;
  esac
  __skill_put metric "$__skill_q" "$__s_number"
}
__skill_key() {
  # $1 in snake_case in __skill_q; labels of versions, dates and identities are no metrics.
  builtin local __s_s="$1" __s_out= __s_char= __s_word=
  __s_s=${__s_s%"${__s_s##*[! ]}"}
  case $__s_s in
    [!a-zA-Z]*|*[!a-zA-Z0-9\ _./\(\)#\&+-]*) return 1 ;;
  esac
  while [ -n "$__s_s" ]; do
    __s_char=${__s_s%"${__s_s#?}"}
    __s_s=${__s_s#?}
    case $__s_char in
      [A-Z])
        __s_word=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz
        __s_word=${__s_word#*"$__s_char"}
        __s_char=${__s_word%"${__s_word#?}"}
        ;;
      [a-z0-9]) ;;
      *) __s_char=_ ;;
    esac
    case $__s_out$__s_char in *__) ;; *) __s_out=$__s_out$__s_char ;; esac
  done
  __skill_q=${__s_out%_}
  case _${__skill_q}_ in
    _error_|*_id_|*_ids_|*_pid_|*_uid_|*_gid_|*_version_|*_ver_|*_date_|*_year_|*_port_|*_timestamp_|*_commit_|*_build_|*_sha_|*_hash_|*_confidence_*|*_phone_|*_zip_) return 1 ;;
    *_exit_*|*_index_*|*_http_*|*_timeout_*|*_threshold_*|*_limit_*|*_interval_*|*_delay_*|_not_*) return 1 ;;
    _actual_|_expected_|_got_|_value_|_want_|_wanted_|_line_|_column_|_status_|_rc_|_errno_|_step_|_phase_|_stage_|_attempt_|_iteration_|_retry_|_try_) return 1 ;;
  esac
}
__skill_metric() {
  # A metric given twice keeps its place and takes the last value.
  builtin local __s_i= __s_name=
  builtin eval "__s_i=\${__skill_slot_$1-}"
  case $__s_i in
    ''|*[!0-9]*) ;;
    *) builtin eval "__s_name=\${__skill_name_$__s_i-}" ;;
  esac
  if [ "$__s_name" != "$1" ] || [ "$__s_i" -ge "$__skill_metrics" ]; then
    __s_i=$__skill_metrics
    __skill_metrics=$((__s_i + 1))
    builtin eval "__skill_slot_$1=$__s_i __skill_name_$__s_i=$1"
  fi
  builtin eval "__skill_number_$__s_i=\$2"
}
