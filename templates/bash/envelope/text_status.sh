# FAILED at the head of a line, and `success: false` in it, take success away, where the exit status is 0.
_sk_see_status() {
  case $sk_body in
  FAILED | FAILED[!a-zA-Z0-9_-]* | FAIL | FAIL[!a-zA-Z0-9_-]* | FAILURE | FAILURE[!a-zA-Z0-9_-]*)
    # `FAILED: 3` counts, and `FAILED tests: 3` where no variable can bring such words.
    sk_value=${sk_body#"${sk_body%%[!A-Z]*}"}
    case $sk_kinds,$sk_value in
    all,*:*[0-9])
      case ${sk_value%%:*} in '' | *[!a-zA-Z\ ]* | *[!\ ]*\ *[!\ ]*\ *[!\ ]*) ;; *) sk_value=${sk_value#*:} ;; esac
      ;;
    esac
    sk_value=${sk_value#"${sk_value%%[!:\ ]*}"}
    case $sk_value in '' | *[!0-9]*) ;; *) return 0 ;; esac
    [ -z "$sk_value" ] || ! _sk_is_none "$sk_value" || return 0
    _sk_add failed "$sk_body"
    ;;
  *)
    case $sk_line in \[FAIL\]* | \[FAILED\]* | \[FAILURE\]* | \[\ FAIL\ \]* | \[\ FAILED\ \]*) _sk_add failed "$sk_line" ;; esac
    case $sk_body in *[fF][aA][iI][lL]*) ! _sk_reports "$sk_body" || _sk_add failed "$sk_body" ;; esac
    case $sk_line in *[sS][uU][cC][cC][eE]*) ! _sk_denies "$sk_line" || _sk_add failed "$sk_body" ;; esac
    ;;
  esac
}
_sk_see_failed() { _sk_add failed "$sk_body"; }
# Does a line say `failure: text` or `Result: FAIL`?
_sk_reports() {
  local sk_s="${1#"${1%%[a-zA-Z0-9_]*}"}" sk_word='' sk_value=''
  sk_word=${sk_s%%[!a-zA-Z "$_sk_tab"]*}
  sk_s=${sk_s#"$sk_word"}
  sk_word=${sk_word%"${sk_word##*[! "$_sk_tab"]}"}
  sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
  case $sk_s in [:=]*) sk_s=${sk_s#?} ;; *) return 1 ;; esac
  sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
  sk_value=${sk_s%%[!a-zA-Z0-9_]*}
  sk_s=${sk_s#"$sk_value"}
  case $sk_word in
  [fF][aA][iI][lL] | [fF][aA][iI][lL][uU][rR][eE])
    case $sk_value,$sk_s in
    0,[.%]*) return 0 ;;
    0,*) return 1 ;;
    esac
    case $sk_value in
    [fF][aA][lL][sS][eE] | [nN][oO] | [nN][oO][nN][eE] | [nN][uU][lL][lL] | [nN][iI][lL] | [nN][oO][pP][eE]) ;;
    [nN] | [nN][eE][vV][eE][rR] | [nN][oO][tT] | [uU][nN][dD][eE][fF][iI][nN][eE][dD]) ;;
    '' | *[!0-9]*) return 0 ;;
    esac
    sk_s=${sk_s#[.!]}
    sk_s=${sk_s#"${sk_s%%[!\"\'\`* "$_sk_tab"]*}"}
    case $sk_s in '' | [,\;\|\}\)]* | \]*) return 1 ;; esac
    return 0
    ;;
  esac
  case $sk_value,$sk_s in
  *,[=-]*) return 1 ;;
  [fF][aA][iI][lL],* | [fF][aA][iI][lL][eE][dD],* | [fF][aA][iI][lL][uU][rR][eE],*) ;;
  *) return 1 ;;
  esac
  case $sk_word in
  *\ *\ *\ * | [eE][xX][pP][eE][cC][tT]* | [wW][aA][nN][tT]*) return 1 ;;
  [pP][rR][eE][vV][iI][oO][uU][sS]* | [pP][rR][iI][oO][rR]\ * | [eE][aA][rR][lL][iI][eE][rR]\ *) return 1 ;;
  [uU][sS][aA][gG][eE]\ * | [tT][oO][dD][oO]\ * | [fF][iI][xX][mM][eE]\ *) return 1 ;;
  [eE][xX][aA][mM][pP][lL][eE]\ * | [dD][eE][fF][aA][uU][lL][tT]\ * | [lL][aA][sS][tT]\ *) return 1 ;;
  esac
  case ${sk_word##*[ "$_sk_tab"]} in
  [sS][tT][aA][tT][uU][sS] | [rR][eE][sS][uU][lL][tT] | [cC][oO][nN][cC][lL][uU][sS][iI][oO][nN] | [oO][uU][tT][cC][oO][mM][eE]) return 0 ;;
  [vV][eE][rR][dD][iI][cC][tT] | [sS][tT][aA][tT][eE]) return 0 ;;
  esac
  return 1
}
# Does a line say `success: false`, `unsuccessful` or `not successful`?
_sk_denies() {
  local sk_s=" $1" sk_head='' sk_word='' sk_value=''
  while :; do
    sk_head=${sk_s%%[sS][uU][cC][cC][eE]*}
    [ "$sk_head" != "$sk_s" ] || return 1
    sk_s=${sk_s#"$sk_head"}
    sk_word=${sk_s%%[!a-zA-Z0-9_]*}
    sk_s=${sk_s#"$sk_word"}
    case $sk_head,$sk_word in
    *[!a-zA-Z0-9_][uU][nN],?????[sS][sS][fF][uU][lL] | *[!a-zA-Z0-9_][uU][nN],?????[sS][sS][fF][uU][lL][lL][yY]) return 0 ;;
    *[a-zA-Z0-9_],*) continue ;;
    *,?????[sS][sS] | *,?????[sS][sS][fF][uU][lL] | *,?????[sS][sS][fF][uU][lL][lL][yY] | *,?????[eE][dD][eE][dD]) ;;
    *) continue ;;
    esac
    sk_value=${sk_head##*[!\ "$_sk_tab"]}
    case ,${sk_head%"$sk_value"},$sk_value in
    *,) ;;
    *[!a-zA-Z0-9_][nN][oO][tT],* | *[!a-zA-Z0-9_][nN][oO],* | *[!a-zA-Z0-9_][nN][eE][vV][eE][rR],*) return 0 ;;
    *[!a-zA-Z0-9_][wW][iI][tT][hH][oO][uU][tT],*) return 0 ;;
    esac
    case $sk_word in ?????[sS][sS]) _sk_is_false "$sk_s" && return 0 ;; esac
  done
}
# Is what stands behind the word `success` a label's `: false`?
_sk_is_false() {
  _sk_soft "$1"
  case $_sk_q in [:=]*) _sk_soft "${_sk_q#?}" ;; *) return 1 ;; esac
  case $_sk_q in
  [fF][aA][lL][sS][eE]*) _sk_q=${_sk_q#?????} ;;
  [nN][oO][nN][eE]*) _sk_q=${_sk_q#????} ;;
  [nN][oO]*) _sk_q=${_sk_q#??} ;;
  *) return 1 ;;
  esac
  case $_sk_q in [.!]*) _sk_q=${_sk_q#?} ;; esac
  _sk_soft "$_sk_q"
  case $_sk_q in '' | [,\;\|\}\)]* | \]*) return 0 ;; esac
  return 1
}
# _sk_q: $1 without the blanks, quotes and asterisks that it begins with.
_sk_soft() { _sk_q=${1#"${1%%[!\"\'\*\`\ "$_sk_tab"]*}"}; }
