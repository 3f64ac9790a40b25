# ---- values from printed text ----
# Reads a printed text $1 by the recognizers $2: its first line; each with `all`; lines 2 and 4 of five with
# `lines:5,metric:2+4`, if it has five.
## A text with another number of lines got one from a variable: then no line can be trusted.
_sk_lines() {
  local LC_ALL=C sk_text='' sk_kinds="$2" sk_line='' sk_body='' sk_rest='' sk_kind='' sk_told=''
  local sk_open='' sk_more='' sk_number=1
  ## A carriage return writes over what stands on the line.
  case $1 in "$_sk_cr"*) _sk_part='' ;; esac
  if [ -z "$_sk_part$_sk_list" ] && [ "${#1}" -le 1000 ]; then
    case $1 in *"$_sk_nl") ! _sk_dull "$1" || return 0 ;; esac
  fi
  sk_text=$_sk_part$1 _sk_part=''
  case $sk_kinds in
  lines:*)
    [ "${#sk_text}" -le 16384 ] || return 0
    sk_told=${sk_kinds%%,*}
    sk_rest=${sk_text%"$_sk_nl"}
    while case $sk_rest in *"$_sk_nl"*) ;; *) false ;; esac do
      sk_rest=${sk_rest#*"$_sk_nl"} sk_number=$((sk_number + 1))
    done
    [ "$sk_number" = "${sk_told#*:}" ] || return 0
    sk_told=${sk_kinds#*,},
    ;;
  esac
  if [ "${#sk_text}" -gt 4096 ]; then
    _sk_first_bytes "$sk_text" 4096
    sk_text=$_sk_q$_sk_nl
  fi
  sk_number=0
  while [ -n "$sk_text" ]; do
    sk_rest=$sk_text sk_line=${sk_text%%"$_sk_nl"*} sk_number=$((sk_number + 1))
    case $sk_line in "$sk_text") sk_text='' sk_open=1 ;; *) sk_text=${sk_text#*"$_sk_nl"} sk_open='' ;; esac
    sk_kind=${sk_kinds#*,},
    sk_rest=${sk_rest%"$_sk_nl"}
    case $sk_kinds in
    lines:*)
      # No name of a file goes on in the next line here.
      sk_rest=$sk_line sk_more=$sk_told sk_kind=''
      while [ -n "$sk_more" ]; do
        case ${sk_more%%,*}+ in *[:+]"$sk_number"+*) sk_kind=$sk_kind${sk_more%%:*}, ;; esac
        sk_more=${sk_more#*,}
      done
      # What stands between the items of a list ends it.
      case $sk_kind in *deliverable,*) ;; *) _sk_list='' ;; esac
      [ -n "$sk_kind" ] || continue
      ;;
    esac
    if [ -n "$sk_open" ] && [ -z "$_sk_flushed" ] && _sk_main; then
      _sk_part=$sk_line _sk_part_kinds=text,${sk_kind%,}
      return 0
    fi
    _sk_strip "$sk_line"
    case $_sk_q in
    *"$_sk_cr"*)
      # What a variable writes over the words of the line counts no more than a line that it adds.
      _sk_q=${_sk_q#"${_sk_q%%[!"$_sk_cr" ]*}"}
      sk_rest=${sk_rest#"${sk_rest%%[!"$_sk_cr" ]*}"}
      sk_rest=${sk_rest%%"$_sk_cr"*}
      _sk_strip "${_sk_q%%"$_sk_cr"*}"
      ;;
    esac
    sk_line=$_sk_q
    _sk_from_word "$_sk_q"
    sk_body=$_sk_q
    while [ -n "$sk_kind" ]; do
      _sk_call_part "_sk_see_${sk_kind%%,*}"
      sk_kind=${sk_kind#*,}
    done
    case $sk_kinds in text,*) return 0 ;; esac
  done
}
# Reads a line that no line end followed.
_sk_flush() { [ -z "$_sk_part" ] || _sk_flushed=1 _sk_lines '' "$_sk_part_kinds"; }
# Is there nothing in a text that any recognizer looks for?
_sk_dull() {
  local IFS=' '
  case $* in
  *[cC][oO][nN][fF]* | *ated* | *ATED* | *aved* | *AVED* | *rote* | *ROTE* | *ritten* | *odified* | *ODIFIED*) return 1 ;;
  *:*[0-9]* | *[0-9]\ file* | *ook\ [0-9]* | *ration\ [0-9]* | *apsed\ [0-9]* | *ime\ [0-9]* | *=* | *[fF][aA][iI][lL]* | *"$_sk_esc"*) return 1 ;;
  *[eE][rR][rR][oO][rR]* | *[fF]atal:* | *FATAL:* | *uccess*[:=]* | *UCCESS*[:=]* | *?[sS]ucce* | *?SUCCE*) return 1 ;;
  *"$_sk_cross1"* | *"$_sk_cross2"* | *"$_sk_cross3"* | *"$_sk_cross4"*) return 1 ;;
  esac
}
# Does a line count what failed: `failed: 3`, `Missing files: 2`, `Passed: 3, Failed: 1`?
_sk_is_summary() {
  local sk_label="${1%:*}"
  case ${1##*:} in '' | "$1" | *[!\ 0-9]*) return 1 ;; esac
  case ${sk_label%"${sk_label##*[! ]}"} in
  *:*[0-9][,\;]\ * | *:*[0-9]\ [\|/]\ *) ;;
  '' | *[!a-zA-Z\ _-]* | *\ *\ *\ * | [cC]annot\ * | [cC]ould\ * | [nN]o\ * | [nN]ot\ * | [tT]oo\ * | [uU]nable\ *) return 1 ;;
  *[iIuUsS][sS]) return 1 ;;
  *[a-zA-Z][sS] | *[bB]roken | *[cC]ount | *[eE]rror | *[fF]ail | *[fF]ailed | *[fF]ailing | *[fF]ound | *[iI]nvalid) ;;
  *[mM]issing | *[sS]kipped | *[tT]otal | *COUNT | *ERROR | *FAIL | *FAILED | *FOUND | *INVALID | *MISSING | *TOTAL) ;;
  *) return 1 ;;
  esac
}
# Does sk_line begin with a cross, or a tag of failure or warning, perhaps behind other tags?
_sk_is_marked() {
  local sk_text="$sk_line"
  while :; do
    case $sk_text in
    \[[eE][rR][rR][oO][rR]\]* | \[FAIL* | \[WARN* | "$_sk_cross1"* | "$_sk_cross2"* | "$_sk_cross3"* | "$_sk_cross4"*) return 0 ;;
    \[*\]\ *) sk_text=${sk_text#*\]\ } ;;
    *) return 1 ;;
    esac
  done
}
_sk_see_confidence() {
  # `Confidence: 0.92`, `92%`, `.92`
  local sk_head='' sk_value="$sk_body"
  case $sk_body in
  *[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*) ;;
  *) return 0 ;;
  esac
  sk_head=${sk_value%%[cC][oO][nN][fF][iI][dD][eE][nN][cC][eE]*}
  sk_value=${sk_value#"$sk_head"??????????}
  case $sk_head in
  *[a-zA-Z0-9_-] | *[mM]in* | *[mM]ax* | *[rR]equired* | *[tT]hreshold* | *[tT]arget*) return 0 ;;
  esac
  sk_value=${sk_value#"${sk_value%%[!\"\'\`* "$_sk_tab"]*}"}
  case $sk_value in
  [sS][cC][oO][rR][eE]* | [lL][eE][vV][eE][lL]* | [vV][aA][lL][uU][eE]*) sk_value=${sk_value#?????} ;;
  esac
  sk_value=${sk_value#"${sk_value%%[!* "$_sk_tab"]*}"}
  case $sk_value in
  [:=]*) sk_value=${sk_value#?} ;;
  [0-9.]*) ;;
  *) return 0 ;;
  esac
  _sk_estimate "$sk_value"
}
# `KEY=VALUE`, for the helper envelope.
_sk_see_value() {
  case $sk_body in [A-Z]*=*) _sk_add value "${sk_body%%=*}" "${sk_body#*=}" ;; esac
}
_sk_part='' _sk_part_kinds='' _sk_list='' _sk_flushed=''
#: bash
_sk_bullet=$'\342\200\242' _sk_cross1=$'\342\235\214' _sk_cross2=$'\342\234\227' _sk_cross3=$'\342\234\230'
_sk_cross4=$'\342\234\226'
#: end
#: sh
_sk_bullet='' _sk_cross1='' _sk_cross2='' _sk_cross3='' _sk_cross4=''
command eval "$(command printf '%b' '_sk_bullet="\0342\0200\0242" _sk_cross1="\0342\0235\0214" _sk_cross2="\0342\0234\0227"
  _sk_cross3="\0342\0234\0230" _sk_cross4="\0342\0234\0226"')"
#: end
