# ---- parse: what another skill printed -------------------------------------------------------

# skill_parse [--no-legacy] [--strict] [--default-confidence N] [--exit-code N] [--batch] FILE|-: the report of
# `skillgen parse` on one line: {success, parse_method, output, errors}. With --batch the file holds
# outputs as JSON strings, one a line, and each gives a report on a line.
# Status 0 where the output could be parsed and is valid (or all reports are made), 1 where not,
# 2 unreadable. By jq, so for outputs of some kilobytes, not megabytes.
skill_parse() {
  local __sk_legacy=true __sk_strict=false __sk_confidence=0.5 __sk_batch=false __sk_exit=null
  while [ "$#" -gt 1 ]; do
    case $1 in
    --no-legacy) __sk_legacy=false ;;
    --strict) __sk_strict=true ;;
    --batch) __sk_batch=true ;;
    --default-confidence)
      if ! __skill_in_unit "$2"; then
        printf '%s\n' 'skill_parse: --default-confidence takes a number from 0 to 1' >&2 || :
        return 2
      fi
      __sk_confidence=$2
      shift
      ;;
    --exit-code)
      case ${2#-} in
      '' | *[!0-9]* | ??????????*)
        printf '%s\n' 'skill_parse: --exit-code takes a whole number' >&2 || :
        return 2
        ;;
      esac
      __sk_exit=$(($2))
      shift
      ;;
    *) break ;;
    esac
    shift
  done
  if [ "$#" != 1 ]; then
    printf '%s\n' 'skill_parse: takes --no-legacy, --strict, --default-confidence N, --exit-code N or --batch, and one file, or - for stdin' >&2 || :
    return 2
  fi
  local __skill_parser=''
  __skill_load_parser
  if [ -z "$__skill_parser" ]; then
    printf '%s\n' 'skill_parse: no place for a temporary file; set TMPDIR' >&2 || :
    return 2
  fi
  __skill_filtered no-formats skill_parse "$1" "parse:{\"legacy\":$__sk_legacy,\"strict\":$__sk_strict,\"confidence\":$__sk_confidence,\"batch\":$__sk_batch,\"exit_code\":$__sk_exit}"
}

# The program as a here-document, which a shell reads faster than a string whenever the file is sourced.
__skill_load_parser() {
  IFS= read -r -d '' __skill_parser <<'SKILL_PARSER' || :
PROGRAM
SKILL_PARSER
}

# Is $1 a number of 0 to 1?
__skill_in_unit() {
  case $1 in
  0 | 1) ;;
  [01]. | 0.*[!0123456789]* | 1.*[!0]*) return 1 ;;
  [01].*) ;;
  *) return 1 ;;
  esac
}
