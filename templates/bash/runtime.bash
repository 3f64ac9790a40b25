# ---- runtime: the same for all contracts; needs jq 1.6 or newer -----------------------------

# Checks the file $3 by the table of the function $1; messages name the function $2.
__skill_checks() {
  if [ "$#" != 3 ]; then
    printf '%s\n' "$2: takes one file, or - for stdin" >&2 || :
    return 2
  fi
  "$1" "$2" "$3" check
}

# Coerces a file by the table of the function $1; the third argument may name the mode.
__skill_coerces() {
  local __sk_table=$1 __sk_function=$2 __sk_mode=safe
  shift 2
  case ${1-} in
  --off | --safe | --lenient)
    __sk_mode=${1#--}
    shift
    ;;
  esac
  if [ "$#" != 1 ]; then
    printf '%s\n' "$__sk_function: takes --off, --safe or --lenient, and one file, or - for stdin" >&2 || :
    return 2
  fi
  "$__sk_table" "$__sk_function" "$1" "$__sk_mode"
}

# Runs jq on the file $3 (- is stdin) for the function $2, in the mode $4, with a schema's table in $5 and
# the following arguments; $1 names the formats in the table. Prints jq's output; 0 valid, 1 invalid, 2
# unreadable or not JSON.
__skill_filtered() {
  local __sk_name=$2 __sk_file=$3 __sk_mode=$4 __sk_status=0 __sk_told='' __sk_filter=''
  __skill_program "$1" "$4"
  shift 4
  if [ "$__sk_file" = - ]; then
    __sk_told=$(command jq -Rsr --arg mode "$__sk_mode" "$__sk_filter" --args "$@" 2>/dev/null || exit "$?") || __sk_status=$?
  elif [ -d "$__sk_file" ] || [ ! -r "$__sk_file" ]; then
    __skill_unread "$__sk_name" "$__sk_file" 'no such file, or not to be read'
    return
  else
    __sk_told=$(command jq -Rsr --arg mode "$__sk_mode" "$__sk_filter" --args "$@" 2>/dev/null <"$__sk_file" || exit "$?") || __sk_status=$?
  fi
  case $__sk_status in
  0 | 1)
    if [ -n "$__sk_told" ]; then printf '%s\n' "$__sk_told"; fi
    return "$__sk_status"
    ;;
  6)
    __skill_unread "$__sk_name" "$__sk_file" "$__sk_told" || return 1
    ;;
  4) __skill_unread "$__sk_name" "$__sk_file" "$__sk_told" ;;
  126 | 127) __skill_unread "$__sk_name" "$__sk_file" 'jq is not installed; 1.6 or newer is needed' ;;
  *) __skill_unread "$__sk_name" "$__sk_file" "jq gave up with status $__sk_status; 1.6 or newer is needed" ;;
  esac
}

__skill_unread() {
  local __sk_line="$1: $2: $3"
  # One line for any file name.
  __sk_line=${__sk_line//[[:cntrl:]]/?}
  printf '%s\n' "$__sk_line" >&2 || :
  return 2
}

# The jq programs, joined in __sk_filter, for the mode $2 and a table with the formats $1.
__skill_program() {
  case $2 in
  parse:*)
    __sk_filter=${__skill_parser-}
    return
    ;;
  esac
  __skill_jq_values
  case $1 in
  no-formats) __sk_filter+='def has_format($name): true; ' ;;
  formats)
    __sk_filter+='def format_regex: true; '
    __skill_jq_formats
    ;;
  formats-with-regex)
    __skill_jq_regex
    __skill_jq_formats
    ;;
  esac
  __skill_jq_check
  case $2 in
  check) __skill_jq_tell ;;
  accept:* | dispatch:*) __skill_jq_accept ;;
  *) __skill_jq_coerce ;;
  esac
}
