# `ERROR: text`, `Build error: text`, `fatal: text`, `[ERROR] text`, and a cross: at the head of a line or behind its tags.
_sk_see_error() {
  local sk_text="$sk_line" sk_head=''
  ## The status adds it.
  case $sk_kinds,$sk_body in *status*,FAIL*) return 0 ;; esac
  while :; do
    case $sk_text in
    \[[eE][rR][rR][oO][rR]\]*) break ;;
    \[*\]\ *) sk_text=${sk_text#*\]\ } ;;
    *) break ;;
    esac
  done
  sk_head=${sk_body%%[eE][rR][rR][oO][rR]:*}
  # `x.sh: error: text`
  case $sk_body in "$sk_head"?????:*) case $sk_head in *:\ ) sk_head='' ;; esac ;; esac
  case $sk_head in
  "$sk_body" | *[!a-zA-Z\ ]* | *\ *\ *\ * | *[!\ ])
    case $sk_body in [fF]atal:* | FATAL:*) sk_text=$_sk_cross1 ;; esac
    case $sk_text in "$_sk_cross1"* | "$_sk_cross2"* | "$_sk_cross3"* | "$_sk_cross4"* | \[[eE]*) ;; *) return 0 ;; esac
    sk_text=$sk_body
    ! _sk_is_summary "$sk_text" || return 0
    ;;
  *) sk_text=${sk_body#*[eE][rR][rR][oO][rR]:} ;;
  esac
  sk_text=${sk_text#"${sk_text%%[!* ]*}"}
  _sk_is_none "$sk_text" || _sk_add line "$sk_text"
}
