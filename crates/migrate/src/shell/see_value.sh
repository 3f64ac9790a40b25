__skill_see_value() {
  # `KEY=VALUE`, for the helper envelope.
  case $body in
    [A-Z]*=*) ;;
    *) return 0 ;;
  esac
  case ${body%%=*} in
    *[!A-Z0-9_]*) ;;
    *) __skill_put value "${body%%=*}" "${body#*=}" ;;
  esac
}
__skill_value() {
  __skill_quote "$2"
  __skill_values=$__skill_values${__skill_values:+,}\"$1\":$__skill_q
}
