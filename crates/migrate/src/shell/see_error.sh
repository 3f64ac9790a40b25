__skill_see_error() {
  # `ERROR: text`, `[ERROR] text`, and a cross: at the head of a line or behind its tags.
  builtin local __s_text="$__s_line"
  while :; do
    case $__s_text in
      \[ERROR\]*|\[error\]*|\[Error\]*) break ;;
      \[*\]\ *) __s_text=${__s_text#*\]\ } ;;
      *) break ;;
    esac
  done
  case $__s_text in
    "$__skill_x1"*|"$__skill_x2"*|"$__skill_x3"*|"$__skill_x4"*|\[ERROR\]*|\[error\]*|\[Error\]*) __s_text=$__s_body ;;
    *)
      case $__s_body in
        [eE][rR][rR][oO][rR]:*) __s_text=$__s_body ;;
        *) return 0 ;;
      esac
      ;;
  esac
  case $__s_text in
    [eE][rR][rR][oO][rR]:*) __s_text=${__s_text#??????} ;;
    *:*[0-9]) case ${__s_text##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
  esac
  __s_text=${__s_text#"${__s_text%%[! ]*}"}
  [ -z "$__s_text" ] || __skill_put error "$__s_text"
}
