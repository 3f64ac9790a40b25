__skill_see_value() {
  # `KEY=VALUE`, for the helper envelope.
  case $__s_body in
    [A-Z]*=*) ;;
    *) return 0 ;;
  esac
  case ${__s_body%%=*} in
    *[!A-Z0-9_]*) ;;
    *) __skill_put value "${__s_body%%=*}" "${__s_body#*=}" ;;
  esac
}
__skill_value() {
  __skill_quote "$2"
  __skill_values=$__skill_values${__skill_values:+,}\"$1\":$__skill_q
}
