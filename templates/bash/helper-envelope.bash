# ---- helper-envelope-v1 ---------------------------------------------------------------------

__skill_start() {
  __skill_state='' __skill_error='' __skill_error_tight='' __skill_names=() __skill_skipped=()
  __skill_data=() __skill_data_tight=()
}

# skill_status ok|partial|error|tool-missing: what is not said follows from skill_error.
skill_status() {
  __skill_may skill_status || return
  if [ "$#" = 1 ]; then
    if [ "$1" = ok ] || [ "$1" = partial ] || [ "$1" = error ] || [ "$1" = tool-missing ]; then
      __skill_state=$1
      return 0
    fi
  fi
  __skill_show "${1-}"
  __skill_wrong "skill_status: takes ok, partial, error or tool-missing, got $# argument(s), $__skill_r"
}

# skill_success true|false: ok or error, for scripts that think in these words.
skill_success() {
  __skill_may skill_success || return
  if [ "$#" = 1 ] && { [ "$1" = true ] || [ "$1" = false ]; }; then
    if [ "$1" = true ]; then __skill_state=ok; else __skill_state=error; fi
    return 0
  fi
  __skill_show "${1-}"
  __skill_wrong "skill_success: takes true or false, got $# argument(s), $__skill_r"
}

# skill_error CODE MESSAGE: what went wrong; the last one counts. Status error unless another is set.
skill_error() {
  __skill_may skill_error || return
  if [ "$#" != 2 ] || [ -z "$1" ] || [ -z "$2" ]; then
    __skill_wrong "skill_error: takes a code and a message, neither empty, got $# argument(s)"
    return
  fi
  local __sk_code
  __skill_quote "$1"
  __sk_code=$__skill_r
  __skill_quote "$2"
  __skill_fail "$__sk_code" "$__skill_r"
}

__skill_fail() {
  __skill_error="{
    \"code\": $1,
    \"message\": $2
  }"
  __skill_error_tight="{\"code\":$1,\"message\":$2}"
}

# skill_skipped SOURCE: a source that could not be read. Status partial unless another is set.
skill_skipped() {
  __skill_may skill_skipped || return
  if [ "$#" != 1 ]; then
    __skill_wrong "skill_skipped: takes the name of a source, got $# argument(s)"
    return
  fi
  local __sk_place
  __skill_place skipped "$1"
  __sk_place=$__skill_r
  __skill_quote "$1"
  __skill_skipped[__sk_place]=$__skill_r
}

# skill_data NAME JSON: a part of the payload; the last value of a name counts.
skill_data() {
  __skill_may skill_data || return
  if [ "$#" != 2 ]; then
    __skill_wrong "skill_data: takes a name and a JSON value, got $# argument(s)"
    return
  fi
  case $1 in
  schema_version | status | error | agent | ts)
    if __skill_is_fixed "$1"; then
      __skill_wrong "skill_data: $1 is a field of the envelope itself"
      return
    fi
    ;;
  esac
  if ! __skill_json "$2" '  '; then
    __skill_show "$2"
    __skill_wrong "skill_data: takes a JSON value; ${__skill_why:-it is none}: $__skill_r"
    return
  fi
  if [ "$1" = skipped_sources ] && [ "$__skill_kind" != array ]; then
    __skill_wrong "skill_data: skipped_sources is an array, got $__skill_kind"
    return
  fi
  local __sk_place
  __skill_place data "$1"
  __sk_place=$__skill_r
  __skill_quote "$1"
  __skill_data[__sk_place]="$__skill_r: $__skill_wide"
  __skill_data_tight[__sk_place]="$__skill_r:$__skill_tight"
}

# The case above may have ignored case; names are told apart exactly.
__skill_is_fixed() {
  [ "$1" = schema_version ] || [ "$1" = status ] || [ "$1" = error ] || [ "$1" = agent ] || [ "$1" = ts ]
}

# skill_handle_error timeout|rate-limit|invalid-input|tool-missing|STATUS [VALUE]: a failure in the
# codes that consumers branch on. VALUE is the seconds, what is wrong with the input, or the tool;
# STATUS is how a command ended. A missing tool sets the status tool-missing, all else error.
skill_handle_error() {
  case $#:${1-} in
  [12]:timeout | [12]:124) skill_error TOOL_TIMEOUT "Operation timed out after ${2:-?}s" ;;
  [12]:rate-limit) skill_error RATE_LIMIT_EXCEEDED "Rate limit exceeded; wait ${2:-60}s before retrying" ;;
  [12]:invalid-input) skill_error INVALID_INPUT "Input parameters are invalid${2:+: $2}" ;;
  [12]:tool-missing | [12]:126 | [12]:127)
    skill_error TOOL_NOT_AVAILABLE "${2:-a program} is not available" && skill_status tool-missing
    ;;
  [12]: | [12]:*[!$__skill_digits]* | [12]:0 | [!12]:*)
    __skill_show "${1-}"
    __skill_wrong "skill_handle_error: takes timeout, rate-limit, invalid-input, tool-missing or an exit status, got $__skill_r"
    ;;
  *) skill_error INTERNAL_ERROR "An unexpected error occurred: status $1${2:+ of $2}" ;;
  esac
}

# What the way out says of a script that did not say it itself.
__skill_settle() {
  if ((__skill_status == 0)); then return 0; fi
  if [ -n "$__skill_sig" ]; then
    __skill_state=error
    __skill_fail '"SIGNAL"' "\"ended by SIG$__skill_sig\""
    return 0
  fi
  if [ "$__skill_state" != tool-missing ]; then __skill_state=error; fi
  if [ -z "$__skill_error" ]; then __skill_fail '"EXIT_STATUS"' "\"ended with status $__skill_status\""; fi
}

# __skill_doc: the document, on one line if $1 says so.
__skill_document() {
  local __sk_state=$__skill_state __sk_agent __sk_time
  # An error is told only beside a status that is not ok, and such a status never without an error.
  if [ -z "$__sk_state" ] || [ "$__sk_state" = ok ]; then
    if [ -n "$__skill_error" ]; then
      __sk_state=error
    elif ((${#__skill_skipped[@]} > 0)); then
      __sk_state=partial
    else
      __sk_state=ok
    fi
  fi
  if [ "$__sk_state" = partial ] || ((${#__skill_skipped[@]} > 0)); then __skill_add_skipped "$__sk_state"; fi
  if [ -z "$__skill_error" ]; then
    case $__sk_state in
    partial) __skill_fail '"SOURCES_SKIPPED"' '"some sources could not be read"' ;;
    error) __skill_fail '"ERROR"' '"the helper failed"' ;;
    tool-missing) __skill_fail '"TOOL_MISSING"' '"a program that the helper needs is not installed"' ;;
    esac
  fi
  __skill_agent
  __sk_agent=$__skill_r
  __skill_clock
  __sk_time=$__skill_r
  if [ -n "$1" ]; then
    __skill_join , __skill_data_tight
    __skill_doc="{\"schema_version\":\"$__skill_schema_version\",\"status\":\"$__sk_state\",\"error\":${__skill_error_tight:-null}"
    __skill_doc="$__skill_doc,\"agent\":\"$__sk_agent\",\"ts\":\"$__sk_time\"${__skill_r:+,}$__skill_r}"
    return 0
  fi
  __skill_join $',\n  ' __skill_data
  # Not inside the quotes below: there, $'' is text to a shell in posix mode.
  if [ -n "$__skill_r" ]; then __skill_r=$',\n  '$__skill_r; fi
  __skill_doc="{
  \"schema_version\": \"$__skill_schema_version\",
  \"status\": \"$__sk_state\",
  \"error\": ${__skill_error:-null},
  \"agent\": \"$__sk_agent\",
  \"ts\": \"$__sk_time\"$__skill_r
}"
}

# The list of what was skipped, unless skill_data gave one.
__skill_add_skipped() {
  local __sk_place=${#__skill_names[@]} __sk_items
  __skill_place data skipped_sources
  if ((__skill_r < __sk_place)); then return 0; fi
  __skill_join , __skill_skipped
  __skill_data_tight[__sk_place]="\"skipped_sources\":[$__skill_r]"
  __skill_join $',\n    ' __skill_skipped
  __sk_items=${__skill_r:+$'\n    '$__skill_r$'\n  '}
  __skill_data[__sk_place]="\"skipped_sources\": [$__sk_items]"
}

# __skill_r: the agent that the script runs under.
__skill_agent() {
  __skill_r=claude
  if [ -n "${GEMINI_PROFILE-}" ]; then __skill_r=gemini; fi
  if [ -n "${CODEX_PROFILE-}" ]; then __skill_r=codex; fi
}

# __skill_r: now (or SOURCE_DATE_EPOCH) in UTC. By arithmetic, so that TZ and locale don't matter.
__skill_clock() {
  local __sk_t=${SOURCE_DATE_EPOCH-} __sk_d __sk_e __sk_y __sk_m
  case $__sk_t in
  '' | *[!$__skill_digits]*)
    if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 402)); then
      printf -v __sk_t '%(%s)T' -1
    else
      # Older shells have no clock: date, also where PATH does not lead to it.
      __sk_t=$(date -u +%s 2>/dev/null || /bin/date -u +%s 2>/dev/null || /usr/bin/date -u +%s 2>/dev/null) || __sk_t=0
    fi
    ;;
  esac
  case $__sk_t in '' | *[!$__skill_digits]* | ?????????????*) __sk_t=0 ;; esac
  # Days to year, month and day: eras of 400 years that begin on 1 March.
  __sk_t=$((10#$__sk_t)) __sk_d=$((10#$__sk_t / 86400 + 719468))
  __sk_e=$((__sk_d % 146097))
  __sk_y=$(((__sk_e - __sk_e / 1460 + __sk_e / 36524 - __sk_e / 146096) / 365))
  __sk_e=$((__sk_e - (365 * __sk_y + __sk_y / 4 - __sk_y / 100)))
  __sk_m=$(((5 * __sk_e + 2) / 153))
  __sk_d=$((__sk_d / 146097))
  __sk_y=$((__sk_y + 400 * __sk_d + (__sk_m > 9)))
  __sk_e=$((__sk_e - (153 * __sk_m + 2) / 5 + 1))
  __sk_m=$((__sk_m > 9 ? __sk_m - 9 : __sk_m + 3))
  printf -v __skill_r '%04d-%02d-%02dT%02d:%02d:%02dZ' "$__sk_y" "$__sk_m" "$__sk_e" \
    "$((__sk_t % 86400 / 3600))" "$((__sk_t % 3600 / 60))" "$((__sk_t % 60))"
}
