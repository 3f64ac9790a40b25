# A command for `exec` that isn't there: bash's own words, with the line of the script and not of this text.
__skill_missing() {
  builtin local __s_missing=
  [ "${1-}" != -- ] || shift
  case ${1-} in
    */*) [ -e "$1" ] || __s_missing="$1: No such file or directory" ;;
    *) builtin type -P -- "${1-}" >/dev/null || __s_missing="exec: ${1-}: not found" ;;
  esac
  [ -n "$__s_missing" ] || return 0
  builtin printf '%s: line %s: %s\n' "$0" "${BASH_LINENO[1]}" "$__s_missing" >&2
  return 1
}
