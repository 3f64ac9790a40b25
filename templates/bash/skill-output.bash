# ---- skill-output-v1 ------------------------------------------------------------------------

__skill_start() {
  __skill_success='' __skill_confidence='' __skill_names=() __skill_made=()
  __skill_metrics=() __skill_metrics_tight=() __skill_errors=() __skill_errors_tight=()
}

# skill_success true|false
skill_success() {
  __skill_may skill_success || return
  if [ "$#" = 1 ] && { [ "$1" = true ] || [ "$1" = false ]; }; then
    __skill_success=$1
    return 0
  fi
  __skill_show "${1-}"
  __skill_wrong "skill_success: takes true or false, got $# argument(s), $__skill_r"
}

# skill_confidence N: how good the result is, 0 to 1.
skill_confidence() {
  __skill_may skill_confidence || return
  if [ "$#" = 1 ] && __skill_in_unit "$1"; then
    __skill_confidence=$1
    return 0
  fi
  __skill_show "${1-}"
  __skill_wrong "skill_confidence: takes a number from 0 to 1, got $# argument(s), $__skill_r"
}

# skill_deliverable PATH: a file that was made or changed; the same one again counts once.
skill_deliverable() {
  __skill_may skill_deliverable || return
  if [ "$#" != 1 ] || [ -z "$1" ]; then
    __skill_wrong "skill_deliverable: takes one path that is not empty, got $# argument(s)"
    return
  fi
  local __sk_place
  __skill_place made "$1"
  __sk_place=$__skill_r
  __skill_quote "$1"
  __skill_made[__sk_place]=$__skill_r
}

# skill_metric NAME N: the last value of a name counts.
skill_metric() {
  __skill_may skill_metric || return
  if [ "$#" != 2 ] || ! __skill_number "$2"; then
    __skill_show "${2-}"
    __skill_wrong "skill_metric: takes a name and a number as JSON has it, got $# argument(s), $__skill_r"
    return
  fi
  case $1 in
  execution_time_ms | files_modified | files_created | files_deleted)
    if ! __skill_in_naturals "$2"; then
      __skill_show "$2"
      __skill_wrong "skill_metric: $1 is a whole number from 0 on, got $__skill_r"
      return
    fi
    ;;
  esac
  local __sk_place
  __skill_place metric "$1"
  __sk_place=$__skill_r
  __skill_quote "$1"
  __skill_metrics[__sk_place]="$__skill_r: $2"
  __skill_metrics_tight[__sk_place]="$__skill_r:$2"
}

# skill_error CODE MESSAGE [CONTEXT_JSON]: CODE in UPPER_SNAKE_CASE, the context a JSON object.
skill_error() {
  __skill_may skill_error || return
  if { [ "$#" != 2 ] && [ "$#" != 3 ]; } || [ -z "$2" ]; then
    __skill_wrong "skill_error: takes a code, a message that is not empty and perhaps a JSON object, got $# argument(s)"
    return
  fi
  if ! __skill_exactly __skill_is_code "$1"; then
    __skill_show "$1"
    __skill_wrong "skill_error: a code is in UPPER_SNAKE_CASE, got $__skill_r"
    return
  fi
  local __sk_message
  __skill_quote "$2"
  __sk_message=$__skill_r
  if [ "$#" = 2 ]; then
    __skill_fail "$1" "$__sk_message"
  elif ! __skill_json "$3" '      ' || [ "$__skill_kind" != object ]; then
    __skill_show "$3"
    __skill_wrong "skill_error: the context is a JSON object; ${__skill_why:-it is none}: $__skill_r"
  else
    __skill_fail "$1" "$__sk_message" "$__skill_tight" "$__skill_wide"
  fi
}

__skill_is_code() {
  case $1 in
  [!$__skill_upper]* | *[!$__skill_upper${__skill_digits}_]* | '') return 1 ;;
  esac
}

# Adds an error: code, message as JSON, context on one line and over lines.
__skill_fail() {
  local __sk_n=${#__skill_errors[@]} __sk_wide='' __sk_tight=''
  if (($# > 2)); then
    __sk_tight=',"context":'$3 __sk_wide=$',\n      "context": '$4
  fi
  printf -v __sk_wide '    {\n      "code": "%s",\n      "message": %s%s\n    }' "$1" "$2" "$__sk_wide"
  printf -v __sk_tight '{"code":"%s","message":%s%s}' "$1" "$2" "$__sk_tight"
  __skill_errors[__sk_n]=$__sk_wide
  __skill_errors_tight[__sk_n]=$__sk_tight
}

# What the way out says of a script that did not say it itself.
__skill_settle() {
  if ((__skill_status == 0)); then return 0; fi
  __skill_success=false
  if [ -n "$__skill_sig" ]; then
    __skill_fail SIGNAL "\"ended by SIG$__skill_sig\""
  elif ((${#__skill_errors[@]} == 0)); then
    __skill_fail EXIT_STATUS "\"ended with status $__skill_status\""
  fi
}

# __skill_doc: the document, on one line if $1 says so.
__skill_document() {
  local __sk_ok=$__skill_success __sk_sure=$__skill_confidence __sk_made='' __sk_metrics='' __sk_errors=''
  if [ -z "$__sk_ok" ]; then
    if ((${#__skill_errors[@]} == 0)); then __sk_ok=true; else __sk_ok=false; fi
  fi
  # Nothing said: the middle for a success, as readers of plain text assume, and none for a failure.
  if [ -z "$__sk_sure" ]; then
    if [ "$__sk_ok" = true ]; then __sk_sure=0.5; else __sk_sure=0; fi
  fi
  if [ -n "$1" ]; then
    __skill_join ',' __skill_made
    __sk_made=$__skill_r
    __skill_join ',' __skill_metrics_tight
    __sk_metrics=$__skill_r
    __skill_join ',' __skill_errors_tight
    __skill_doc="{\"success\":$__sk_ok,\"confidence\":$__sk_sure,\"deliverables\":[$__sk_made],\"metrics\":{$__sk_metrics},\"errors\":[$__skill_r]}"
    return 0
  fi
  __skill_join $',\n    ' __skill_made
  __sk_made=${__skill_r:+$'\n    '$__skill_r$'\n  '}
  __skill_join $',\n    ' __skill_metrics
  __sk_metrics=${__skill_r:+$'\n    '$__skill_r$'\n  '}
  __skill_join $',\n' __skill_errors
  __sk_errors=${__skill_r:+$'\n'$__skill_r$'\n  '}
  __skill_doc="{
  \"success\": $__sk_ok,
  \"confidence\": $__sk_sure,
  \"deliverables\": [$__sk_made],
  \"metrics\": {$__sk_metrics},
  \"errors\": [$__sk_errors]
}"
}
