# A command for `exec` that isn't there: bash's own words, with the line of the script and not of this text.
__skill_missing() {
  local missing=
  [ "${1-}" != -- ] || shift
  case ${1-} in
    */*) [ -e "$1" ] || missing="$1: No such file or directory" ;;
    *) builtin type -P -- "${1-}" >/dev/null || missing="exec: ${1-}: not found" ;;
  esac
  [ -n "$missing" ] || return 0
  builtin printf '%s: line %s: %s\n' "$0" "${BASH_LINENO[1]}" "$missing" >&2
  return 1
}
