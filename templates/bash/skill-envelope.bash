# shellcheck shell=bash
# skill-envelope.bash: one line of JSON on stdout, whatever ends the script. The format is ENVELOPE_NAME.
# Written by skillgen SKILLGEN_VERSION. `skillgen migrate` writes it again for a new version: do not edit it.
# Way back: `skillgen migrate --undo` puts the scripts back and removes this file.
#
# A script sources this file first. From there on all that it prints comes on stderr, in the same order. When
# it ends, by its last command, `exit`, `set -e`, `set -u` or a signal, stdout gets the JSON.
# SKILLGEN_STDOUT=text in the environment asks for the former output, on the former streams.
#
#   skill_say KIND COMMAND...   run COMMAND as it stands, and note what it tells. KIND is one of
#     deliverable="$file"       a file or folder; listed if it exists when the script ends
#     metric.rows="$n"          a number with a name; the last one counts
#     confidence="$c"           0 to 1, or a percentage; the last one counts
#     value.KEY="$v"            a result, for helper-envelope-v1
#     error, status, metric, ...  without a value: the text that COMMAND prints is read
#     all,metric                so, from each of the lines that COMMAND prints, and not from the first alone
#     handover                  COMMAND is `exec ...`: it takes the place of the script
#     own_text                  COMMAND reads the script's file: it gets the lines before the migration
#   skill_error CODE MESSAGE, skill_deliverable PATH, skill_metric NAME NUMBER, skill_confidence N
#
# Descriptor 19 keeps the caller's stdout. Names begin with skill_, __skill_ or __sk_.

# A script that sources another one comes here twice.
[ "${__skill_pid-}" != "$$" ] || return 0

# ---- values: what was printed is read, never evaluated --------------------------------------
skill_say() {
  local __sk_kind="$1" __sk_status=0 __sk_body='' __sk_case=''
  case $__sk_kind in
    handover)
      shift 2
      __skill_exec "$@"
      return "$?"
      ;;
    trap)
      shift 2
      __skill_trap "$@"
      return "$?"
      ;;
    own_text)
      shift
      __skill_own_text "$@"
      return "$?"
      ;;
  esac
  shift
  case $__skill_on,$1 in
    1,cat)
      # A here-document: what is read is printed as it is.
      __sk_body=$("$@" && builtin printf x) || __sk_status=$?
      __sk_body=${__sk_body%x}
      [ "$__sk_status" != 0 ] || builtin printf '%s' "$__sk_body" || __sk_status=$?
      ;;
    *)
      "$@"
      __sk_status=$?
      ;;
  esac
  if [ -n "$__skill_on" ]; then
    builtin shopt -q nocasematch && __sk_case=1 && builtin shopt -u nocasematch
    { __skill_hear "$@" || :; } 2>/dev/null
    [ -z "$__sk_case" ] || builtin shopt -s nocasematch
  fi
  return "$__sk_status"
}
skill_error() { __skill_put error "${2:0:8192}" "$1"; }
skill_deliverable() { __skill_put deliverable ": ${1:0:4096}" "$PWD"; }
skill_metric() { __skill_put metric "$1" "$2"; }
skill_confidence() {
  # A number of 0..1 or a percentage; what is neither gives the default.
  local __sk_rest="${1:0:64}" __sk_whole='' __sk_part=''
  __sk_rest=${__sk_rest#"${__sk_rest%%[!*\`\"\' $'\t']*}"}
  __sk_whole=${__sk_rest%%[!0-9.]*}
  __sk_rest=${__sk_rest#"$__sk_whole"}
  __sk_whole=${__sk_whole%.}
  case $__sk_whole in
    '' | *.*.*) __sk_whole=9 ;;
    *.*) __sk_part=${__sk_whole#*.} __sk_whole=${__sk_whole%%.*} ;;
  esac
  case $__sk_rest in
    %* | ' %'*)
      __sk_rest=${__sk_rest#*%}
      __sk_whole=00$__sk_whole
      __sk_part=${__sk_whole#"${__sk_whole%??}"}$__sk_part
      __sk_whole=${__sk_whole%??}
      ;;
  esac
  case $__sk_rest in [a-zA-Z0-9_/%-]* | ,[0-9]*) __sk_whole=9 ;; esac
  __sk_whole=${__sk_whole#"${__sk_whole%%[!0]*}"}
  __sk_part=${__sk_part%"${__sk_part##*[!0]}"}
  case ${__sk_whole:-0}.$__sk_part in
    0. | 1.) __skill_put confidence "${__sk_whole:-0}" ;;
    0.*) __skill_put confidence "0.$__sk_part" ;;
    *) __skill_put confidence '' ;;
  esac
}
__skill_hear() {
  # The value that __sk_kind holds, or what the command "$@" has printed.
  local LC_ALL=C __sk_escape='' __sk_end=$'\n' __sk_text=''
  case $__sk_kind in
    metric.*=*)
      __sk_kind=${__sk_kind#*.}
      skill_metric "${__sk_kind%%=*}" "${__sk_kind#*=}"
      return "$?"
      ;;
    value.*=*)
      __sk_kind=${__sk_kind#*.}
      __skill_put value "${__sk_kind%%=*}" "${__sk_kind#*=}"
      return "$?"
      ;;
    deliverable=*)
      skill_deliverable "${__sk_kind#*=}"
      return "$?"
      ;;
    confidence=*)
      skill_confidence "${__sk_kind#*=}"
      return "$?"
      ;;
  esac
  case $1 in command | builtin) shift ;; esac
  case ${1##*/} in
    cat) __sk_text=$__sk_body ;;
    printf)
      shift
      # shellcheck disable=SC2059  # the format is the one of the call
      builtin printf -v __sk_text "$@"
      ;;
    *)
      shift
      builtin shopt -q xpg_echo && __sk_escape=1
      while [ "$#" != 0 ]; do
        case $1 in
          - | -*[!neE]* | [!-]* | '') break ;;
        esac
        case $1 in *n*) __sk_end='' ;; esac
        case ${1##*[!e]} in ?*) __sk_escape=1 ;; esac
        case $1 in *E) __sk_escape='' ;; esac
        shift
      done
      builtin printf -v __sk_text '%s ' "$@"
      __sk_text=${__sk_text% }
      case $__sk_escape$__sk_text in
        1*\\*)
          case $__sk_text in *\\c*) __sk_text=${__sk_text%%\\c*} __sk_end='' ;; esac
          builtin printf -v __sk_text '%b' "$__sk_text"
          ;;
      esac
      __sk_text=$__sk_text$__sk_end
      ;;
  esac
  __skill_lines "$__sk_text" "$__sk_kind"
}
__skill_put() {
  # One thing that the script told: $1 kind, $2 and $3 its parts. A subshell writes it to a file in a folder
  # that only this user can open; from then on the script itself does, too, so that the order is kept.
  if __skill_main && [ ! -d "$__skill_box" ]; then
    __skill_take "$@"
    return "$?"
  fi
  if [ ! -d "$__skill_box" ]; then
    builtin kill -0 "$$" 2>/dev/null && command -p mkdir -m 700 -- "$__skill_box" 2>/dev/null
  fi
  [ -O "$__skill_box" ] && [ ! -L "$__skill_box" ] && builtin printf '%s\0' "$1" "$2" "${3-}" >> "$__skill_box/told"
}
__skill_drain() {
  local __sk_a='' __sk_b='' __sk_c=''
  if [ -O "$__skill_box" ] && [ ! -L "$__skill_box" ]; then
    while IFS= builtin read -r -d '' __sk_a && IFS= builtin read -r -d '' __sk_b && IFS= builtin read -r -d '' __sk_c; do
      __skill_take "$__sk_a" "$__sk_b" "$__sk_c"
    done < "$__skill_box/told"
    command -p rm -rf -- "$__skill_box"
  fi
}
__skill_take() {
  case $1 in
    confidence) __skill_confidence=$2 ;;
    failed) __skill_failed=${__skill_failed:-$2} ;;
    error)
      case $3 in
        '' | *[!A-Z0-9_]*) __skill_fail SCRIPT_ERROR "$2" ;;
        *) __skill_fail "$3" "$2" ;;
      esac
      ;;
    metric) __skill_metric "$2" "$3" ;;
    deliverable)
      __skill_made[__skill_count]=$2
      __skill_where[__skill_count]=$3
      __skill_count=$((__skill_count + 1))
      ;;
    value)
      case $2 in
        '' | *[!A-Z0-9_]*) ;;
        *)
          __skill_quote "$3"
          __skill_values=$__skill_values${__skill_values:+,}\"$2\":$__skill_q
          ;;
      esac
      ;;
  esac
}
__skill_metric() {
  # A metric given twice keeps its place and takes the last value.
  local __sk_i=0 __sk_n="${2#-}"
  [ "${#__sk_n}" -le 64 ] || return 0
  case $1 in '' | *[!a-z0-9_]*) return 0 ;; esac
  case $__sk_n in '' | *[!0-9.]* | .* | *. | *.*.* | 0[0-9]*) return 0 ;; esac
  case $1 in
    execution_time_ms | files_modified | files_created | files_deleted) case $2 in *[!0-9]*) return 0 ;; esac ;;
  esac
  while [ "$__sk_i" -lt "$__skill_metrics" ] && [ "${__skill_names[__sk_i]}" != "$1" ]; do
    __sk_i=$((__sk_i + 1))
  done
  [ "$__sk_i" -lt "$__skill_metrics" ] || __skill_metrics=$((__sk_i + 1))
  __skill_names[__sk_i]=$1
  __skill_numbers[__sk_i]=$2
}
# What a printed text tells, line by line, to the recognizers.
__skill_lines() {
  # $1 the text, $2 the recognizers.
  local LC_ALL=C __sk_text="$__skill_part$1" __sk_kinds="$2" __sk_line='' __sk_body='' __sk_rest='' __sk_kind=''
  __skill_part=''
  [ "${#__sk_text}" -le 4096 ] || __sk_text=${__sk_text:0:4096}$__skill_nl
  while [ -n "$__sk_text" ]; do
    __sk_rest=$__sk_text
    __sk_line=${__sk_text%%"$__skill_nl"*}
    if [ "$__sk_line" = "$__sk_text" ]; then
      __sk_text=''
      if [ -z "$__skill_flush" ] && __skill_main; then
        __skill_part=$__sk_line
        __skill_part_kinds=$__sk_kinds
        return 0
      fi
    else
      __sk_text=${__sk_text#*"$__skill_nl"}
    fi
    __sk_rest=${__sk_rest%"$__skill_nl"}
    __sk_line=${__sk_line%"$__skill_cr"}
    __sk_line=${__sk_line##*"$__skill_cr"}
    __skill_strip "$__sk_line"
    __sk_line=$__skill_q
    __sk_body=$__sk_line
    while :; do
      case $__sk_body in
        [a-zA-Z0-9/._\`\'\"~\$\{\<]*|'') break ;;
        \[*\]*) __sk_body=${__sk_body#*\]} ;;
        *) __sk_body=${__sk_body#?} ;;
      esac
    done
    __sk_kind=${__sk_kinds#all,},
    while [ -n "$__sk_kind" ]; do
      "__skill_see_${__sk_kind%%,*}"
      __sk_kind=${__sk_kind#*,}
    done
    # Other lines come from a value, where `all` does not say that they stand in the script.
    case $__sk_kinds in all,*) ;; *) return 0 ;; esac
  done
}
__skill_see_confidence() {
  # `Confidence: 0.92`, `92%`, `.92`
  local __sk_head='' __sk_value="$__sk_body"
  case $__sk_body in
    *[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*) ;;
    *) return 0 ;;
  esac
  __sk_head=${__sk_value%%[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*}
  __sk_value=${__sk_value#"$__sk_head"??????????}
  case $__sk_head in
    *[a-zA-Z0-9_-] | *[mM]in* | *[mM]ax* | *[rR]equired* | *[tT]hreshold* | *[tT]arget*) return 0 ;;
  esac
  __sk_value=${__sk_value#"${__sk_value%%[!* "$__skill_tab"]*}"}
  case $__sk_value in
    [sS][cC][oO][rR][eE]* | [lL][eE][vV][eE][lL]* | [vV][aA][lL][uU][eE]*) __sk_value=${__sk_value#?????} ;;
  esac
  __sk_value=${__sk_value#"${__sk_value%%[!* "$__skill_tab"]*}"}
  case $__sk_value in
    [:=]*) __sk_value=${__sk_value#?} ;;
    [0-9.]*) ;;
    *) return 0 ;;
  esac
  skill_confidence "$__sk_value"
}
__skill_see_deliverable() {
  # What follows Created, Modified, Updated, Saved, Generated, Wrote; and the bulleted items below such a line.
  local __sk_tail='' __sk_word="$__sk_body"
  case $__sk_line in
    [-*+]\ *|"$__skill_bullet"*|[0-9].\ *|[0-9]\)\ *)
      if [ -n "$__skill_list" ]; then
        __sk_tail=${__sk_rest#"${__sk_rest%%[! "$__skill_tab"]*}"}
        case $__sk_tail in
          [-*+]\ *|[0-9].\ *|[0-9]\)\ *) __sk_tail=${__sk_tail#* } ;;
          *) __sk_tail=${__sk_tail#???} && __sk_tail=${__sk_tail#\ } ;;
        esac
        __skill_put deliverable ":$__sk_tail" "$PWD"
        return 0
      fi
      ;;
  esac
  while :; do
    case $__sk_word in
      [cC]reated[!a-zA-Z0-9_-]* | CREATED[!a-zA-Z0-9_-]* | [sS]aved[!a-zA-Z0-9_-]* | SAVED[!a-zA-Z0-9_-]*) break ;;
      [wW]rote[!a-zA-Z0-9_-]* | WROTE[!a-zA-Z0-9_-]* | [wW]ritten[!a-zA-Z0-9_-]*) break ;;
      [uU]pdated[!a-zA-Z0-9_-]* | UPDATED[!a-zA-Z0-9_-]* | [mM]odified[!a-zA-Z0-9_-]*) break ;;
      MODIFIED[!a-zA-Z0-9_-]* | [gG]enerated[!a-zA-Z0-9_-]* | GENERATED[!a-zA-Z0-9_-]*) break ;;
      [cC]reated | CREATED | [sS]aved | SAVED | [wW]rote | WROTE | [wW]ritten) break ;;
      [uU]pdated | UPDATED | [mM]odified | MODIFIED | [gG]enerated | GENERATED) break ;;
      *\ *) __sk_word=${__sk_word#*\ } ;;
      *)
        __skill_list=''
        return 0
        ;;
    esac
  done
  __sk_tail=${__sk_word%%[!a-zA-Z]*}
  __sk_word=${__sk_rest#*"$__sk_tail"}
  case ${__sk_line#*"$__sk_tail"} in
    ''|:|\ files:|\ file:|\ [0-9]*\ files:|\ [0-9]*\ file:|' the following files:'|' the following:')
      __skill_list=1
      ;;
    *) __skill_list='' ;;
  esac
  __skill_put deliverable "$__sk_word" "$PWD"
}
__skill_see_metric() {
  # `Label: NUMBER`, `Execution time: N ms`, `Modified N files`.
  local __sk_label='' __sk_value='' __sk_unit='' __sk_number=''
  case $__sk_body in
    *:*)
      __sk_label=${__sk_body%%:*}
      __sk_label=${__sk_label%"${__sk_label##*[!*]}"}
      __sk_value=${__sk_body#*:}
      __sk_value=${__sk_value#"${__sk_value%%[!* "$__skill_tab"]*}"}
      ;;
  esac
  case $__sk_body in
    [tT]ook\ [0-9]*|[dD]uration\ [0-9]*|[eE]xecution\ [tT]ime\ [0-9]*)
      __sk_value=${__sk_body#"${__sk_body%%[0-9]*}"}
      __sk_label='execution time'
      ;;
    [cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ file[!a-z]*|[cCmMuUdDrR]*[a-z]ed\ [0-9]*\ files[!a-z]*)
      __sk_label="files ${__sk_body%% *}"
      __sk_value=${__sk_body#* }
      __sk_value=${__sk_value%% *}
      ;;
    [0-9]*\ files\ [cmudr]*ed|[0-9]*\ file\ [cmudr]*ed)
      __sk_label="files ${__sk_body##* }"
      __sk_value=${__sk_body%% *}
      ;;
  esac
  [ -n "$__sk_label" ] && [ "${#__sk_label}" -le 60 ] || return 0
  __sk_number=${__sk_value#-}
  __sk_number=${__sk_value%"${__sk_number#"${__sk_number%%[!0-9.]*}"}"}
  __sk_unit=${__sk_value#"$__sk_number"}
  __sk_unit=${__sk_unit#"${__sk_unit%%[! ]*}"}
  case $__sk_number in *[0-9].) __sk_number=${__sk_number%.} ;; esac
  case ${__sk_number#-} in
    ''|.*|*.|*.*.*|0[0-9]*) return 0 ;;
  esac
  __skill_key "$__sk_label" || return 0
  case $__skill_q in
    execution_time|execution_time_ms|duration|duration_ms|took|elapsed|elapsed_time|total_time)
      case $__sk_unit in
        ms|ms.|milliseconds)
          __skill_q=execution_time_ms
          __sk_number=${__sk_number%%.*}
          ;;
        s|s.|sec|secs|second|seconds)
          __skill_q=execution_time_ms
          case $__sk_number in *.*) __sk_unit=${__sk_number#*.}000 ;; *) __sk_unit=000 ;; esac
          __sk_number=${__sk_number%%.*}${__sk_unit%"${__sk_unit#???}"}
          __sk_number=${__sk_number#"${__sk_number%%[!0]*}"}
          __sk_number=${__sk_number:-0}
          ;;
        '') [ "$__skill_q" != duration_ms ] || __skill_q=execution_time_ms ;;
        *) return 0 ;;
      esac
      ;;
    *) case $__sk_unit in ''|.|\**) ;; *) return 0 ;; esac ;;
  esac
  case $__skill_q in
    modified_files|updated_files|files_updated|files_changed) __skill_q=files_modified ;;
    created_files) __skill_q=files_created ;;
    deleted_files|removed_files|files_removed) __skill_q=files_deleted ;;
  esac
  case $__skill_q in
    execution_time_ms|files_modified|files_created|files_deleted) case $__sk_number in *[!0-9]*) return 0 ;; esac ;;
  esac
  __skill_put metric "$__skill_q" "$__sk_number"
}
__skill_key() {
  # $1 in snake_case in __skill_q; labels of versions, dates and identities are no metrics.
  local __sk_s="$1" __sk_out='' __sk_char='' __sk_word=''
  __sk_s=${__sk_s%"${__sk_s##*[! ]}"}
  case $__sk_s in
    [!a-zA-Z]*|*[!a-zA-Z0-9\ _./\(\)#\&+-]*) return 1 ;;
  esac
  while [ -n "$__sk_s" ]; do
    __sk_char=${__sk_s%"${__sk_s#?}"}
    __sk_s=${__sk_s#?}
    case $__sk_char in
      [A-Z])
        __sk_word=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz
        __sk_word=${__sk_word#*"$__sk_char"}
        __sk_char=${__sk_word%"${__sk_word#?}"}
        ;;
      [a-z0-9]) ;;
      *) __sk_char=_ ;;
    esac
    case $__sk_out$__sk_char in *__) ;; *) __sk_out=$__sk_out$__sk_char ;; esac
  done
  __skill_q=${__sk_out%_}
  case _${__skill_q}_ in
    _error_ | *_id_ | *_ids_ | *_pid_ | *_uid_ | *_gid_ | *_version_ | *_ver_ | *_date_ | *_year_ | *_port_) return 1 ;;
    *_timestamp_ | *_commit_ | *_build_ | *_sha_ | *_hash_ | *_confidence_* | *_phone_ | *_zip_) return 1 ;;
  esac
}
__skill_see_error() {
  # `ERROR: text`, `[ERROR] text`, and a cross: at the head of a line or behind its tags.
  local __sk_text="$__sk_line"
  while :; do
    case $__sk_text in
      \[ERROR\]*|\[error\]*|\[Error\]*) break ;;
      \[*\]\ *) __sk_text=${__sk_text#*\]\ } ;;
      *) break ;;
    esac
  done
  case $__sk_text in
    "$__skill_x1"*|"$__skill_x2"*|"$__skill_x3"*|"$__skill_x4"*|\[ERROR\]*|\[error\]*|\[Error\]*) __sk_text=$__sk_body ;;
    *)
      case $__sk_body in
        [eE][rR][rR][oO][rR]:*) __sk_text=$__sk_body ;;
        *) return 0 ;;
      esac
      ;;
  esac
  case $__sk_text in
    [eE][rR][rR][oO][rR]:*) __sk_text=${__sk_text#??????} ;;
    *:*[0-9]) case ${__sk_text##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
  esac
  __sk_text=${__sk_text#"${__sk_text%%[! ]*}"}
  [ -z "$__sk_text" ] || __skill_put error "$__sk_text" SCRIPT_ERROR
}
__skill_see_status() {
  # FAILED at the head of a line takes success away, where the exit status is 0.
  case $__sk_body in
    FAILED|FAILED[!a-zA-Z0-9_]*|FAIL|FAIL:*|FAILURE|FAILURE[!a-zA-Z0-9_]*)
      case $__sk_body in
        *:*[0-9]) case ${__sk_body##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
      esac
      __skill_put failed "$__sk_body"
      ;;
    *) case $__sk_line in \[FAIL\]*|\[FAILED\]*) __skill_put failed "$__sk_line" ;; esac ;;
  esac
}
__skill_see_value() {
  # `KEY=VALUE`, for the helper envelope.
  case $__sk_body in
    [A-Z]*=*) ;;
    *) return 0 ;;
  esac
  case ${__sk_body%%=*} in
    *[!A-Z0-9_]*) ;;
    *) __skill_put value "${__sk_body%%=*}" "${__sk_body#*=}" ;;
  esac
}
# Which of the names after a verb are files or folders: the first reading that exists at exit wins.
__skill_strip() {
  # $1 without colours and the blanks around it, in __skill_q.
  local __sk_s="$1" __sk_head=''
  while :; do
    case $__sk_s in
      *"$__skill_esc"*)
        __sk_head=${__sk_s%%"$__skill_esc"*}
        __sk_s=${__sk_s#*"$__skill_esc"}
        __sk_s=${__sk_s#"${__sk_s%%[@-~]*}"}
        __sk_s=$__sk_head${__sk_s#?}
        ;;
      *) break ;;
    esac
  done
  __sk_s=${__sk_s#"${__sk_s%%[! "$__skill_tab"]*}"}
  __skill_q=${__sk_s%"${__sk_s##*[! "$__skill_tab$__skill_cr"]}"}
}
__skill_exists() {
  # Does $1, seen from the folder $2, exist? Then it joins the deliverables.
  local __sk_path="$1" __sk_from="$2" __sk_full='' __sk_up='' __sk_base='' __sk_out='' __sk_part=''
  [ -n "$__sk_path" ] || return 1
  case $__sk_path in
    .|..|/|*/.|*/..) return 1 ;;
    \~/*) __sk_full=${HOME-}${__sk_path#\~} ;;
    /*) __sk_full=$__sk_path ;;
    *) __sk_full=$__sk_from/$__sk_path ;;
  esac
  [ -e "$__sk_full" ] || [ -h "$__sk_full" ] || return 1
  case $__sk_full in
    */../*|*/./*|*//*)
      __sk_part=$__sk_full/
      while [ -n "$__sk_part" ]; do
        case ${__sk_part%%/*} in
          ''|.) ;;
          ..) __sk_out=${__sk_out%/*} ;;
          *) __sk_out=$__sk_out/${__sk_part%%/*} ;;
        esac
        __sk_part=${__sk_part#*/}
      done
      case $__sk_full in */) __sk_out=$__sk_out/ ;; esac
      __sk_full=$__sk_out
      ;;
  esac
  __sk_base=${__skill_dir%/}
  case $__sk_full in
    "$__sk_base"/*) __sk_full=${__sk_full#"$__sk_base"/} ;;
    *)
      case $__sk_path in
        /*|\~/*) ;;
        *)
          __sk_up=''
          while :; do
            __sk_up=../$__sk_up
            __sk_base=${__sk_base%/*}
            case $__sk_full in "$__sk_base"/*) break ;; esac
          done
          __sk_full=$__sk_up${__sk_full#"$__sk_base"/}
          ;;
      esac
      ;;
  esac
  __skill_quote "$__sk_full"
  __sk_part=${__skill_q%\"}
  __sk_part=${__sk_part%/}
  case ,$__sk_deliverables, in
    *,"$__sk_part\"",*|*,"$__sk_part/\"",*) ;;
    *) __sk_deliverables=$__sk_deliverables${__sk_deliverables:+,}$__skill_q ;;
  esac
}
__skill_try() {
  # $1 as it stands, without what surrounds it, then as a list; $2 folder, $3 set where a bare word is no path.
  local __sk_s="$1" __sk_item='' __sk_all='' __sk_bare="$3"
  case $__sk_bare$__sk_s in
    1*/*|1*[!\ ].[a-zA-Z0-9]*|1*"$__skill_nl"*) __sk_bare='' ;;
  esac
  [ -n "$__sk_bare" ] || ! __skill_exists "$__sk_s" "$2" || return 0
  __skill_strip "$__sk_s"
  __sk_s=$__skill_q
  [ -n "$__sk_bare" ] || ! __skill_exists "$__sk_s" "$2" || return 0
  while :; do
    case $__sk_s in
      *[].,\;:!*\"\'\`\)]) __sk_s=${__sk_s%?} ;;
      [\"\'\`\(*[]*) __sk_s=${__sk_s#?} ;;
      *) break ;;
    esac
    [ -n "$__sk_bare" ] || ! __skill_exists "$__sk_s" "$2" || return 0
  done
  case $__sk_s in
    *,*)
      __sk_s=$__sk_s,
      while [ -n "$__sk_s" ]; do
        __sk_item=${__sk_s%%,*}
        __sk_s=${__sk_s#*,}
        __skill_strip "$__sk_item"
        __sk_item=${__skill_q#and }
        __sk_item=${__sk_item#[\"\'\`]}
        __sk_item=${__sk_item%[\"\'\`]}
        case $__sk_item in
          *' and '*)
            if __skill_exists "$__sk_item" "$2"; then
              __sk_all=1
            else
              __sk_s=${__sk_item#* and },$__sk_s
              __sk_item=${__sk_item%% and *}
            fi
            ;;
        esac
        case $3$__sk_item in
          1*/*|1*.[a-zA-Z0-9]*|[!1]*) __skill_exists "$__sk_item" "$2" && __sk_all=1 ;;
        esac
      done
      [ -n "$__sk_all" ] && return 0
      ;;
    *' and '*)
      __skill_try "${__sk_s%% and *}, ${__sk_s#* and }" "$2" "$3" && return 0
      ;;
  esac
  return 1
}
__skill_gather() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  # More than a path and its surroundings is not looked into: that takes time.
  [ "${#1}" -le 1024 ] || set -- "${1:0:1024}" "$2"
  local __sk_s="$1" __sk_from="$2" __sk_bare=1 __sk_word=''
  case $__sk_s in
    :\ *) __skill_try "${__sk_s#: }" "$__sk_from" '' && return 0 ;;
    [:=]*) __skill_try "${__sk_s#?}" "$__sk_from" '' && return 0 ;;
    \ *) __skill_try "${__sk_s#\ }" "$__sk_from" 1 && return 0 ;;
  esac
  __sk_s=${__sk_s%%"$__skill_nl"*}
  __skill_strip "$__sk_s"
  __sk_s=$__skill_q
  case $__sk_s in
    [:=]*)
      __sk_bare=''
      __skill_strip "${__sk_s#?}"
      __sk_s=$__skill_q
      ;;
  esac
  __skill_try "$__sk_s" "$__sk_from" "$__sk_bare" && return 0
  case $__sk_s in
    *:\ *)
      __sk_word=${__sk_s##*:\ }
      __skill_try "$__sk_word" "$__sk_from" '' && return 0
      __sk_word=${__sk_s#*:\ }
      __skill_try "$__sk_word" "$__sk_from" '' && return 0
      ;;
  esac
  for __sk_word in ' to ' ' at ' ' as ' ' into ' ' in ' ' under '; do
    case " $__sk_s" in
      *"$__sk_word"*)
        __sk_word=" $__sk_s$__skill_nl$__sk_word"
        __skill_after "$__sk_word" "$__sk_from" && return 0
        ;;
    esac
  done
  for __sk_word in ' (' ' [' ' from ' ' using ' ' with ' ' for ' ' by ' ' based ' ' via ' ' - ' ' in ' ' at '; do
    case $__sk_s in
      *"$__sk_word"*)
        __skill_try "${__sk_s%%"$__sk_word"*}" "$__sk_from" "$__sk_bare" && return 0
        __skill_words "${__sk_s%%"$__sk_word"*}" "$__sk_from" && return 0
        ;;
    esac
  done
  __skill_words "$__sk_s" "$__sk_from"
}
__skill_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  local __sk_text="${1%"$__skill_nl"*}" __sk_mark="${1##*"$__skill_nl"}"
  __sk_text=${__sk_text#*"$__sk_mark"}
  __skill_try "$__sk_text" "$2" 1 && return 0
  __skill_try "${__sk_text%% *}" "$2" 1
}
__skill_words() {
  # The first word of $1 that looks like a path and exists, and those right behind it.
  local __sk_s="$1 " __sk_word='' __sk_all=1
  while [ -n "$__sk_s" ]; do
    __sk_word=${__sk_s%% *}
    __sk_s=${__sk_s#* }
    case $__sk_word in
      from|using|with|for|by|via|than) break ;;
    esac
    if __skill_try "$__sk_word" "$2" 1; then
      __sk_all=0
    elif [ "$__sk_all" = 0 ]; then
      break
    fi
  done
  return "$__sk_all"
}
# ---- JSON -----------------------------------------------------------------------------------
# JSON strings.
__skill_quote() {
  # $1 as a JSON string in __skill_q: bytes in, well-formed UTF-8 out, builtins only.
  local LC_ALL=C __sk_s="${1:0:8192}" __sk_out='' __sk_head='' __sk_char='' __sk_n=''
  case $__sk_s in
    *[!\ -~]*|*[\"\\]*) ;;
    *) __skill_q=\"$__sk_s\" && return 0 ;;
  esac
  while [ -n "$__sk_s" ]; do
    __sk_head=${__sk_s%%[!\ -~]*}
    __sk_n=${#__sk_head}
    __sk_s=${__sk_s:__sk_n}
    case $__sk_head in *\\*) __sk_head=${__sk_head//\\/\\\\} ;; esac
    case $__sk_head in *\"*) __sk_head=${__sk_head//\"/\\\"} ;; esac
    __sk_out=$__sk_out$__sk_head
    __sk_char=''
    case $__sk_s in
      '') break ;;
      $'\n'*) __sk_n=1 __sk_char='\n' ;;
      $'\t'*) __sk_n=1 __sk_char='\t' ;;
      $'\r'*) __sk_n=1 __sk_char='\r' ;;
      [$'\302'-$'\337'][$'\200'-$'\277']*) __sk_n=2 ;;
      $'\340'[$'\240'-$'\277'][$'\200'-$'\277']*) __sk_n=3 ;;
      [$'\341'-$'\354'$'\356'$'\357'][$'\200'-$'\277'][$'\200'-$'\277']*) __sk_n=3 ;;
      $'\355'[$'\200'-$'\237'][$'\200'-$'\277']*) __sk_n=3 ;;
      $'\360'[$'\220'-$'\277'][$'\200'-$'\277'][$'\200'-$'\277']*) __sk_n=4 ;;
      [$'\361'-$'\363'][$'\200'-$'\277'][$'\200'-$'\277'][$'\200'-$'\277']*) __sk_n=4 ;;
      $'\364'[$'\200'-$'\217'][$'\200'-$'\277'][$'\200'-$'\277']*) __sk_n=4 ;;
      $'\360'[$'\220'-$'\277'][$'\200'-$'\277']*) __sk_n=3 __sk_char='\ufffd' ;;
      [$'\361'-$'\363'][$'\200'-$'\277'][$'\200'-$'\277']*) __sk_n=3 __sk_char='\ufffd' ;;
      $'\364'[$'\200'-$'\217'][$'\200'-$'\277']*) __sk_n=3 __sk_char='\ufffd' ;;
      $'\340'[$'\240'-$'\277']* | [$'\341'-$'\354'$'\356'$'\357'][$'\200'-$'\277']*) __sk_n=2 __sk_char='\ufffd' ;;
      $'\355'[$'\200'-$'\237']* | $'\360'[$'\220'-$'\277']*) __sk_n=2 __sk_char='\ufffd' ;;
      [$'\361'-$'\363'][$'\200'-$'\277']* | $'\364'[$'\200'-$'\217']*) __sk_n=2 __sk_char='\ufffd' ;;
      [$'\200'-$'\377']*) __sk_n=1 __sk_char='\ufffd' ;;
      *) __sk_n=1 && builtin printf -v __sk_char '\\u%04x' "'${__sk_s:0:1}" ;;
    esac
    __sk_out=$__sk_out${__sk_char:-${__sk_s:0:__sk_n}}
    __sk_s=${__sk_s:__sk_n}
  done
  __skill_q=\"$__sk_out\"
}
# ---- the way out ----------------------------------------------------------------------------
__skill_return() {
  return "$1"
}
__skill_signal() {
  # A signal that the script leaves to the default action: it ends the script with 128+n.
  __skill_last=$?
  local __sk_n="$1" __sk_try=''
  if [ "$__sk_n" = 0 ]; then
    for __sk_try in 10 12 24 25 30 31; do
      case $(builtin kill -l "$__sk_try") in "$2"|"SIG$2") __sk_n=$__sk_try ;; esac
    done
  fi
  __skill_by=$2
  __skill_rc=$((128 + __sk_n))
  [ -z "$__skill_ending" ] || return 0
  builtin exit "$__skill_rc"
}
__skill_arm() {
  local __sk_name=''
  for __sk_name in "$@"; do
    case $__sk_name in
      HUP|SIGHUP|1) builtin trap '__skill_signal 1 HUP' HUP ;;
      INT|SIGINT|2) builtin trap '__skill_signal 2 INT' INT ;;
      PIPE|SIGPIPE|13) builtin trap '__skill_signal 13 PIPE' PIPE ;;
      ALRM|SIGALRM|14) builtin trap '__skill_signal 14 ALRM' ALRM ;;
      TERM|SIGTERM|15) builtin trap '__skill_signal 15 TERM' TERM ;;
      USR1|SIGUSR1) builtin trap '__skill_signal 0 USR1' USR1 ;;
      USR2|SIGUSR2) builtin trap '__skill_signal 0 USR2' USR2 ;;
      ABRT|SIGABRT|6) builtin trap '__skill_signal 6 ABRT' ABRT ;;
      XCPU|SIGXCPU) builtin trap '__skill_signal 0 XCPU' XCPU ;;
      XFSZ|SIGXFSZ) builtin trap '__skill_signal 0 XFSZ' XFSZ ;;
      *) return 1 ;;
    esac
  done
}
__skill_fail() {
  # One entry of errors: $1 code, $2 message, $3 members of its context.
  __skill_quote "$2"
  [ -n "$__skill_errors" ] || __skill_first='{"code":"'$1'","message":'$__skill_q'}'
  __skill_errors=$__skill_errors${__skill_errors:+,}'{"code":"'$1'","message":'$__skill_q${3:+,\"context\":\{$3\}}'}'
}
__skill_close() {
  # Prints the envelope, once.
  local LC_ALL=C __sk_success=true __sk_deliverables='' __sk_metrics='' __sk_n=0 __sk_agent='' __sk_stamp='' __sk_status='' __sk_error=''
  __skill_rc=$1
  [ -z "$__skill_closed" ] || return 0
  __skill_closed=1
  builtin trap '' HUP INT QUIT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  builtin set +efux +o posix
  builtin shopt -u nocasematch
  __skill_flush=1
  __skill_drain
  [ -z "$__skill_part" ] || __skill_lines '' "$__skill_part_kinds" || :
  [ "$__skill_rc" = 0 ] && [ -z "$__skill_failed" ] || __sk_success=false
  if [ "$__skill_rc" != 0 ]; then
    if [ -z "$__skill_errors" ] || [ -n "$__skill_by" ]; then __skill_why; fi
  elif [ -n "$__skill_failed" ] && [ -z "$__skill_errors" ]; then
    __skill_fail REPORTED_FAILURE "$__skill_failed"
  fi
  while [ "$__sk_n" -lt "$__skill_count" ]; do
    __skill_gather "${__skill_made[__sk_n]}" "${__skill_where[__sk_n]}" || :
    __sk_n=$((__sk_n + 1))
  done
  __sk_n=0
  while [ "$__sk_n" -lt "$__skill_metrics" ]; do
    __sk_metrics=$__sk_metrics${__sk_metrics:+,}\"${__skill_names[__sk_n]}\":${__skill_numbers[__sk_n]}
    __sk_n=$((__sk_n + 1))
  done
#: skill-output-v1
  __skill_q='{"success":'$__sk_success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}',"deliverables":['
  __skill_q=$__skill_q$__sk_deliverables'],"metrics":{'$__sk_metrics'},"errors":['$__skill_errors']}'
#: end
#: helper-envelope-v1
  case ${CODEX_PROFILE:+codex}${GEMINI_PROFILE:+gemini}${CLAUDECODE:+claude} in
    codex*) __sk_agent=codex ;;
    gemini*) __sk_agent=gemini ;;
    claude*) __sk_agent=claude ;;
    *) __sk_agent=unknown ;;
  esac
  __sk_stamp=$(command -p date -u +%Y-%m-%dT%H:%M:%SZ 19>&-) || __sk_stamp=1970-01-01T00:00:00Z
  __sk_status=ok __sk_error=null
  if [ "$__sk_success" = false ]; then
    __sk_status=error __sk_error=$__skill_first
    [ "$__skill_rc" != 127 ] || __sk_status=tool-missing
  fi
  __skill_q='{"schema_version":"1.0.0","status":"'$__sk_status'","error":'$__sk_error',"agent":"'$__sk_agent'","ts":"'
  __skill_q=$__skill_q$__sk_stamp'","success":'$__sk_success',"confidence":'${__skill_confidence:-DEFAULT_CONFIDENCE}
  __skill_q=$__skill_q',"deliverables":['$__sk_deliverables'],"metrics":{'$__sk_metrics'},"errors":['$__skill_errors
  __skill_q=$__skill_q'],"values":{'$__skill_values'}}'
#: end
  builtin printf '%s\n' "$__skill_q" >&19 || __skill_lost=1
}
__skill_tell() {
  # An envelope that can't be written is lost: that is said, and is no success.
  [ -n "$__skill_lost" ] || return 0
  __skill_lost=''
  [ "$__skill_rc" != 0 ] || __skill_rc=1
  builtin printf '%s: the envelope could not be written to stdout\n' "$0" >&2 || :
}
# Why and where a bash script ended, and the EXIT trap.
__skill_main() {
  [ "$BASH_SUBSHELL" = "$__skill_level" ]
}
__skill_line_of() {
  # The line of this script that holds the command $1, if just one does, in __skill_q.
  local __sk_want="$1" __sk_text='' __sk_n=0
  __skill_q=''
  __sk_want=${__sk_want%%$'\n'*}
  [ -n "$__sk_want" ] && [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 0
  while IFS= builtin read -r __sk_text || [ -n "$__sk_text" ]; do
    __sk_n=$((__sk_n + 1))
    case $__sk_text in
      *skill-envelope.bash*) __sk_text=${__sk_text##*skill-envelope.bash} ;;
    esac
    case $__sk_text in
      [[:blank:]]\#*|\#*) ;;
      *"$__sk_want"*)
        [ -z "$__skill_q" ] || { __skill_q='' && return 0; }
        __skill_q=$__sk_n
        ;;
    esac
  done < "$__skill_self"
}
__skill_why() {
  # Why the script ended with $__skill_rc, where nothing that it printed says so.
  local __sk_code=EXIT_STATUS __sk_text='' __sk_where="\"exit_code\":$__skill_rc" __sk_line="$__skill_at" __sk_command="$__skill_command" __sk_want=''
  if [ -n "$__skill_by" ]; then
    __sk_code=SIGNAL_$__skill_by __sk_text="ended by SIG$__skill_by" __sk_where="$__sk_where,\"signal\":\"$__skill_by\""
  elif [ "$__skill_err_rc" = "$__skill_rc" ] && case $__sk_command in exit*) false ;; esac; then
    __sk_code=COMMAND_FAILED __sk_line=$__skill_err_line __sk_command=$__skill_err_command
    __sk_text="exit code $__skill_rc of: $__sk_command"
  elif case $__sk_command in exit|exit\ *) true ;; *) false ;; esac; then
    __sk_text="exit code $__skill_rc"
  else
    if [ "$__skill_rc" = 2 ] && [ -f "$__skill_self" ]; then
      __sk_text=$("${BASH:-bash}" -n "$__skill_self" 2>&1 19>&-) || :
    fi
    if [ -n "$__sk_text" ]; then
      __sk_code=SYNTAX_ERROR __sk_text=${__sk_text%%$'\n'*} __sk_line=${__sk_text#*: line } __sk_command=''
      __sk_line=${__sk_line%%:*}
      __sk_text=${__sk_text#"$__skill_self: "}
    else
      case $__skill_at$__skill_err_own$__skill_flags in
        [0-9]*) ;;
        own*e*|old*e*) __sk_code=COMMAND_FAILED ;;
        own*) ;;
        *u*) __sk_code=SCRIPT_ABORTED ;;
      esac
      __sk_text="exit code $__skill_rc at: $__sk_command"
      [ -n "$__sk_command" ] || __sk_text="exit code $__skill_rc of the script's own EXIT trap"
    fi
  fi
  # Before 4.3 bash has forgotten by now what a signal found it at.
  case $__sk_command in
    "builtin exit \"\$__skill_rc\"") __sk_command='' ;;
    # Nothing of the script had run.
    "builtin set -E") __sk_command='' __sk_text="exit code $__skill_rc" ;;
  esac
  __skill_bare "$__sk_text"
  __sk_text=$__skill_q
  __skill_bare "$__sk_command"
  __sk_command=$__skill_q
  # In a function bash 3 counts lines from where that begins.
  case $BASH_VERSION in 3.*) [ "$__sk_code" != COMMAND_FAILED ] || __sk_line='' ;; esac
  if [ -z "$__sk_line" ] && [ -n "$__sk_command" ]; then
    __skill_line_of "$__sk_command"
    __sk_line=$__skill_q
  fi
  case $__sk_line in ''|*[!0-9]*) ;; *) __sk_where="$__sk_where,\"line\":$__sk_line" ;; esac
  if [ -n "$__sk_command" ]; then
    __skill_quote "$__sk_command"
    __sk_where="$__sk_where,\"command\":$__skill_q"
  fi
  __skill_fail "$__sk_code" "$__sk_text" "$__sk_where"
}
__skill_bare() {
  # The text of a command without `skill_say KIND` in front, in __skill_q.
  local __sk_rest=''
  __skill_q=$1
  while :; do
    case $__skill_q in
      *'skill_say '*)
        __sk_rest=${__skill_q#*skill_say }
        case ${__sk_rest%% *} in
          *=\"*[!\"]) __sk_rest=${__sk_rest#*\" } ;;
          *) __sk_rest=${__sk_rest#* } ;;
        esac
        __skill_q=${__skill_q%%skill_say *}$__sk_rest
        ;;
      *) break ;;
    esac
  done
}
__skill_cut() {
  # Does line $1 stand in this script, and not behind it?
  local __sk_text='' __sk_n=0
  [ -f "$__skill_self" ] && [ -r "$__skill_self" ] || return 1
  while IFS= builtin read -r __sk_text || [ -n "$__sk_text" ]; do
    __sk_n=$((__sk_n + 1))
  done < "$__skill_self"
  [ "${1:-0}" -gt 0 ] && [ "$1" -le "$__sk_n" ]
}
__skill_end() {
  # The EXIT trap: $1 exit status, $2 the last command. The script's own EXIT trap runs first and sees its status.
  __skill_main || return 0
  # bash 3.2 says 0 where `set -e` is on and an expansion (`${1:?}`, `set -u`) ends the script; at its end it stands behind it.
  case ${BASH_VERSION%%.*}$1$-,$2 in
    30*e*,*exit*) ;;
    30*e*,*\$*) ! __skill_cut "${3-}" || set -- 1 "$2" ;;
  esac
  __skill_rc=$1 __skill_command=${__skill_command:-$2} __skill_ending=1 __skill_flags=$-
  if [ -n "$__skill_err_own" ]; then
    __skill_err=$(builtin trap -p ERR)
  fi
  builtin trap - ERR
  [ -z "$__skill_own" ] || __skill_own_exit
  { __skill_close "$__skill_rc"; } 2>/dev/null
  __skill_tell
  builtin exit "$__skill_rc"
}
# The script's own EXIT trap, in a subshell where it may exit, fail or end by `set -u` without taking the envelope along.
__skill_waits() {
  # Does the script's own EXIT trap, or a function that it calls, wait for jobs?
  local IFS=' ' __sk_text="$__skill_own" __sk_next='' __sk_word='' __sk_seen=' '
  while [ -n "$__sk_text" ]; do
    __sk_text=" ${__sk_text//[!a-zA-Z0-9_]/ } "
    case $__sk_text in *' wait '* | *' jobs '* | *' fg '* | *' bg '* | *' disown '*) return 0 ;; esac
    __sk_next=''
    for __sk_word in $__sk_text; do
      case $__sk_seen in *" $__sk_word "*) continue ;; esac
      case $__sk_word in skill_* | __skill_* | trap) continue ;; esac
      __sk_seen="$__sk_seen$__sk_word "
      builtin declare -F -- "$__sk_word" >/dev/null || continue
      __sk_next="$__sk_next $(builtin declare -f -- "$__sk_word")"
    done
    __sk_text=$__sk_next
  done
  return 1
}
__skill_own_exit() {
  # What waits for jobs has to run in the shell that started them.
  if [ -n "${!-}" ] && __skill_waits; then
    __skill_own_here
    return "$?"
  fi
  local __sk_errexit='' __sk_status='' __sk_by="$__skill_by"
  case $- in *e*) __sk_errexit=1 ;; esac
  builtin set +e
  (
    [ -z "$__skill_err_own" ] || builtin eval "$__skill_err"
    [ -z "$__sk_errexit" ] || builtin set -e
    if __skill_return "${__skill_last:-$__skill_rc}"; then
      builtin eval "$__skill_own"
    else
      builtin eval "$__skill_own"
    fi
    builtin exit "$__skill_rc"
  )
  __sk_status=$?
  [ "$__sk_status" = "$__skill_rc" ] || __skill_command=''
  [ "$__skill_by" != "$__sk_by" ] || __skill_rc=$__sk_status
}
# The script's own EXIT trap, in this shell because it waits for jobs: `exit` in it and a crash of it come by __skill_close.
__skill_exit() {
  # `exit` in the script's own EXIT trap.
  if __skill_main; then
    [ "$1" = "$__skill_rc" ] || __skill_command=''
    { __skill_close "$1"; } 2>/dev/null
    __skill_tell
    set -- "$__skill_rc"
  fi
  builtin exit "$1"
}
__skill_own_here() {
  builtin set +o posix
  builtin eval 'exit() { __skill_exit "${1-$?}"; }'
  case $- in
    *e*)
      builtin set -E
      builtin trap '[ "$BASH_SUBSHELL" != "$__skill_level" ] || { { __skill_close "$?"; } 2>/dev/null; __skill_tell; }' ERR
      ;;
  esac
  if __skill_return "${__skill_last:-$__skill_rc}"; then
    builtin eval "$__skill_own"
  else
    builtin eval "$__skill_own"
  fi
  builtin trap - ERR
}
# ---- the traps and `exec` of the script -----------------------------------------------------
# The script's own traps: its EXIT trap is kept aside and run by __skill_end, a reset gives our handler back.
__skill_trap() {
  local __sk_action='' __sk_name=''
  case $#${1-} in
    0|?-p*)
      __skill_traps "$@"
      return "$?"
      ;;
  esac
  if [ -z "$__skill_on" ] || ! __skill_main; then
    # shellcheck disable=SC2064  # the action is expanded by the caller
    builtin trap "$@"
    return "$?"
  fi
  case $1 in
    -l*)
      # shellcheck disable=SC2064  # the action is expanded by the caller
      builtin trap "$@"
      return "$?"
      ;;
  esac
  [ "$1" != -- ] || shift
  case ${1-} in
    ''|*[!0-9]*) ;;
    *) set -- - "$@" ;;
  esac
  [ "$#" != 1 ] || set -- - "$1"
  __sk_action=${1-}
  [ "$#" = 0 ] || shift
  for __sk_name in "$@"; do
    case $__sk_name in
      EXIT|exit|Exit|0)
        __skill_own=$__sk_action
        [ "$__sk_action" != - ] || __skill_own=''
        ;;
      *)
        if [ "$__sk_action" != - ] || ! __skill_arm "$__sk_name" 2>/dev/null; then
          builtin trap -- "$__sk_action" "$__sk_name" || return
        fi
        ;;
    esac
  done
}
__skill_traps() {
  # `trap` and `trap -p`: what the script has set, not what the envelope has.
  local __sk_s="$__skill_own" __sk_out='' __sk_line=''
  case " $* " in
    '  '|' -p '|*' EXIT '*|*' 0 '*)
      while :; do
        __sk_out=$__sk_out${__sk_s%%\'*}
        case $__sk_s in *\'*) ;; *) break ;; esac
        __sk_out=$__sk_out"'\\''"
        __sk_s=${__sk_s#*\'}
      done
      [ -z "$__skill_own" ] || builtin printf "trap -- '%s' EXIT\n" "$__sk_out"
      ;;
  esac
  # shellcheck disable=SC2064  # the action is expanded by the caller
  builtin trap "$@" | while IFS= builtin read -r __sk_line; do
    case $__sk_line in
      "trap -- '__skill_"*) ;;
      *) builtin printf '%s\n' "$__sk_line" ;;
    esac
  done
}
# Does this command run a script that prints the envelope itself?
__skill_prints() {
  local __sk_file="${1-}" __sk_line='' __sk_n=0 __sk_run=''
  case ${__sk_file##*/} in
    bash|sh|dash|ash)
      __sk_run=1
      [ "$#" = 0 ] || shift
      while :; do
        case ${1-} in
          -?*) shift ;;
          *) break ;;
        esac
      done
      __sk_file=${1-}
      ;;
  esac
  case $__sk_run$__sk_file in
    ''|1|*/*) ;;
    1*) ;;
    *) __sk_file=$(command -v -- "$__sk_file") || return 1 ;;
  esac
  [ -f "$__sk_file" ] && [ -r "$__sk_file" ] || return 1
  [ -n "$__sk_run" ] || [ -x "$__sk_file" ] || return 1
  while [ "$__sk_n" -lt 400 ] && IFS= builtin read -r __sk_line; do
    case $__sk_n$__sk_line in
      *'/skill-envelope.bash" |'?' '* | *'__skill_begin 1 "$'*) return 0 ;;
      0\#!*) ;;
      0*) case $__sk_file in *.sh|*.bash) ;; *) return 1 ;; esac ;;
    esac
    __sk_n=$((__sk_n + 1))
  done < "$__sk_file"
  return 1
}
# `exec command`: the command runs as a child that gets our signals, and its status is ours.
__skill_bad() {
  # Why exec can't run $1, in __skill_q: there is none of that name, or its file is none that can run.
  local __sk_file=${1-} __sk_head='' __sk_line=''
  __skill_q=''
  case $__sk_file in
    */*) ;;
    *)
      ! builtin hash -t -- "$__sk_file" >/dev/null 2>&1 || return 0
      __sk_file=$(builtin type -P -- "$__sk_file") || __skill_q=name
      ;;
  esac
  [ -z "$__skill_q" ] || return 0
  if [ -d "$__sk_file" ]; then
    __skill_q=folder
  elif ! [ -f "$__sk_file" ] || ! [ -x "$__sk_file" ]; then
    __skill_q=plain
  elif [ -r "$__sk_file" ]; then
    { IFS= builtin read -r -n 2 __sk_head && IFS= builtin read -r __sk_line; } < "$__sk_file" 2>/dev/null || :
    __sk_line=${__sk_line#"${__sk_line%%[![:blank:]]*}"}
    case $__sk_head in
      \#!) [ -x "${__sk_line%%[[:blank:]]*}" ] || __skill_q=plain ;;
    esac
  fi
}
__skill_complain() {
  # What bash says against `exec` in line $1 of the script: it would name this file.
  local __sk_said='' __sk_line="$1"
  shift
  __skill_q=0
  __sk_said=$( (command exec "$@") 2>&1) || __skill_q=$?
  while IFS= builtin read -r; do
    case $REPLY in
      *skill-envelope.bash:\ line\ *) builtin printf '%s: line %s:%s\n' "$0" "$__sk_line" "${REPLY#*: line *:}" ;;
      *) builtin printf '%s\n' "$REPLY" ;;
    esac
  done <<< "$__sk_said" >&2
}
__skill_exec() {
  local __sk_last=$? __sk_pid='' __sk_rc=0 __sk_name='' __sk_bad='' __sk_back=''
  if [ -z "$__skill_on" ] || ! __skill_main; then
    __skill_bad "${1-}"
    __sk_bad=$__skill_q
    [ -n "$__sk_bad" ] || command exec "$@"
    __skill_complain "${BASH_LINENO[1]}" "$@"
    ! builtin shopt -q execfail || return "$__skill_q"
    [ "$__sk_bad" = name ] || builtin trap - EXIT
    builtin exit "$__skill_q"
  fi
  [ "${1-}" != -- ] || shift
  # A command that prints an envelope itself takes the script's place, with the caller's stdout: its envelope is the one.
  if { true >&19; } 2>/dev/null && __skill_prints "$@"; then
    builtin exec "$@" 1>&19 19>&-
  fi
  __skill_bad "$@"
  __sk_bad=$__skill_q
  [ -z "$__sk_bad" ] || __skill_complain "${BASH_LINENO[1]}" "$@"
  ! builtin shopt -q execfail || __sk_back=1
  builtin trap - ERR
  __skill_command="exec $*" __skill_at=${BASH_LINENO[1]}
  (
    builtin trap - INT QUIT
    [ -z "$__sk_bad" ] || command exec 2>/dev/null
    command exec 19>&- "$@"
  ) <&0 &
  __sk_pid=$!
  for __sk_name in HUP INT QUIT ALRM TERM USR1 USR2; do
    # shellcheck disable=SC2064  # the process is known now
    builtin trap "builtin kill -$__sk_name $__sk_pid 2>/dev/null" "$__sk_name"
  done
  # `builtin wait` keeps bash 4.3 and 4.4 from answering a signal.
  while :; do
    __sk_rc=0
    command wait "$__sk_pid" || __sk_rc=$?
    builtin kill -0 "$__sk_pid" 2>/dev/null || break
  done
  case $__sk_rc in
    129) __skill_by=HUP ;;
    130) __skill_by=INT ;;
    143) __skill_by=TERM ;;
  esac
  # Where a name is not found, the script's EXIT trap stays, with the status before; up to 5.1 bash forgets it where exec fails and
  # the script goes on, from 5.2 on it never does then, and tells it the status of exec.
  case ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]},$__sk_back$__sk_bad in
    [34]*,name|5[01],name) ;;
    [34]*|5[01],*) __skill_own='' ;;
    *,name|*,1?*) __sk_last=$__sk_rc ;;
    *) __skill_own='' ;;
  esac
  case $__sk_back$__sk_bad,$- in
    1plain,*e*|,*|1,*) ;;
    1*)
      __skill_command='' __skill_at=''
      __skill_watch
      return "$__sk_rc"
      ;;
    *) [ -z "$__skill_own" ] || __sk_rc=$__sk_last ;;
  esac
  builtin exit "$__sk_rc"
}
__skill_own_text() {
  # The command "$@" reads the script's file, by its last word: it gets the lines as they were before the migration.
  local __sk_file="${*:$#}"
  if [ -f "$__sk_file" ] && [ -r "$__sk_file" ]; then
    (
      builtin trap '' PIPE
      LC_ALL=C command sed '/^# >>> skill envelope/,/^# <<< skill envelope/d
        s/command \. ".*|| skill_say(){ "${@:2}"; }\(; \)\{0,1\}//
        s/command \. ".*skill-envelope\.bash" || :\(; \)\{0,1\}//; s/skill_say [a-z_,]* //g' "$__sk_file" || :
    ) 2>/dev/null | "${@:1:$#-1}" /dev/stdin
  else
    "$@"
  fi
}
# ---- the start ------------------------------------------------------------------------------
__skill_on='' __skill_q='' __skill_rc=0 __skill_by='' __skill_last='' __skill_at='' __skill_flags='' __skill_command=''
__skill_ending='' __skill_closed='' __skill_lost='' __skill_own='' __skill_errors='' __skill_first=null __skill_failed=''
__skill_confidence='' __skill_part='' __skill_part_kinds='' __skill_flush='' __skill_list='' __skill_count=0
__skill_metrics=0 __skill_values='' __skill_err='' __skill_err_own='' __skill_err_rc='' __skill_err_line=''
__skill_err_command='' __skill_names=() __skill_numbers=() __skill_made=() __skill_where=() __skill_pid=$$
__skill_nl=$'\n' __skill_tab=$'\t' __skill_cr=$'\r' __skill_esc=$'\033[' __skill_bullet=$'\342\200\242'
__skill_x1=$'\342\235\214' __skill_x2=$'\342\234\227' __skill_x3=$'\342\234\230' __skill_x4=$'\342\234\226'
__skill_level=$BASH_SUBSHELL __skill_dir=$PWD __skill_self=$0
__skill_note() {
  # The ERR trap: $1 status, $2 line, $3 command; the rest is the command of the script where a function of this file ran it.
  __skill_err_rc=$1 __skill_err_line=$2 __skill_err_command=$3
  shift 3
  case ${FUNCNAME[1]-} in
    skill_say) __skill_err_line=${BASH_LINENO[1]} __skill_err_command=$* ;;
    __skill_own_text) __skill_err_line=${BASH_LINENO[2]} __skill_err_command=$* ;;
  esac
}
__skill_watch() {
  builtin trap '__skill_end "$?" "$BASH_COMMAND" "$LINENO"' EXIT
  __skill_arm HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  # Before 4.2 an ERR trap costs the script its PIPESTATUS.
  case $BASH_VERSION in 3.* | 4.[01].*) __skill_err_own=old ;; esac
  if [ -z "$__skill_err_own" ]; then
    builtin trap '__skill_note "$?" "$LINENO" "$BASH_COMMAND" "$@"' ERR
    builtin set -E
  fi
}
__skill_start() {
  local __sk_dir='' __sk_text=''
  case $__skill_self in /*) ;; *) __skill_self=$PWD/$__skill_self ;; esac
  for __sk_dir in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
    [ ! -d "$__sk_dir" ] || [ ! -w "$__sk_dir" ] || break
  done
  __skill_box=$__sk_dir/skill-envelope.$$.$RANDOM$RANDOM$RANDOM
  [ ! -f "$0" ] || [ ! -r "$0" ] || IFS= builtin read -r -d '' __sk_text < "$0" || :
  # A script with an ERR trap of its own keeps it.
  case $__sk_text in *trap*ERR*) __skill_err_own=own ;; esac
  # `trap` of the script and of what it sources. In POSIX mode no function stands for it, but an alias does. A RETURN
  # trap would be run by the function: such a script calls skill_say.
  case $__sk_text in
    *RETURN*) ;;
    *)
      builtin alias trap=__skill_trap
      case :$SHELLOPTS: in
        *:posix:*) ;;
        *) builtin eval 'trap() { __skill_trap "$@"; }' ;;
      esac
      ;;
  esac
  __skill_on=1
  __skill_watch
}
# The script that runs, and no file that it sources, has an envelope; one that asks for the text has none.
if [ "${FUNCNAME[1]-main}" = main ] && [ "${SKILLGEN_STDOUT-}" != text ]; then
  # A limit of nested calls is one for the script alone; a function from the environment is none of its own.
  builtin unset -v FUNCNEST
  builtin unset -f local
  # Where a standard descriptor is closed, the shell opens the script at its number.
  if ! { true 19>&1; } 2>/dev/null || [ /dev/fd/1 -ef "$0" ]; then
    # No stdout: what is printed fails as it did, and the envelope is lost, which the end says.
    command exec 19>&-
  elif { true 1>&2; } 2>/dev/null && ! [ /dev/fd/2 -ef "$0" ]; then
    command exec 19>&1 1>&2
  else
    command exec 19>&1 1>/dev/null
  fi
  __skill_start
fi
true
