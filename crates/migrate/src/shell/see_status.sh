__skill_see_status() {
  # FAILED at the head of a line takes success away, where the exit status is 0.
  case $__s_body in
    FAILED|FAILED[!a-zA-Z0-9_-]*|FAIL|FAIL[!a-zA-Z0-9_-]*|FAILURE|FAILURE[!a-zA-Z0-9_-]*)
      case $__s_body in *[!0-9\ A-Z:]*) ;; *[0-9]*) return 0 ;; esac
      case $__s_body in
        *:*[0-9]) case ${__s_body##*:} in *[!\ 0-9]*) ;; *) return 0 ;; esac ;;
      esac
      __skill_put failed "$__s_body"
      ;;
    *) case $__s_line in \[FAIL\]*|\[FAILED\]*) __skill_put failed "$__s_line" ;; esac ;;
  esac
}
