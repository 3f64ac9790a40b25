# `arg2:error log INFO "text"`
_sk_from_argument() {
  local sk_first="${sk_kind%%:*}"
  sk_kind=${sk_kind#*:} sk_first=${sk_first#arg}
  [ "$#" -gt "$sk_first" ] || return 0
  shift "$sk_first"
  _sk_record : "$@"
}
