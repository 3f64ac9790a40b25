__skill_see_error() {
  # `ERROR: text`, `[ERROR] text`, and a line that begins with a cross.
  local text=
  case $line in
    "$__skill_x1"*|"$__skill_x2"*|"$__skill_x3"*|"$__skill_x4"*|\[ERROR\]*|\[error\]*|\[Error\]*) text=$body ;;
    *)
      case $body in
        [eE][rR][rR][oO][rR]:*) text=$body ;;
        *) return 0 ;;
      esac
      ;;
  esac
  case $text in
    [eE][rR][rR][oO][rR]:*) text=${text#??????} ;;
    *:*[0-9]) case ${text##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
  esac
  text=${text#"${text%%[! ]*}"}
  [ -z "$text" ] || __skill_put error "$text"
}
