_sk_see_deliverable() {
  # What follows Created, Modified, Updated, Saved, Generated, Wrote; and the bulleted items below such a line.
  local sk_tail='' sk_word="$sk_body"
  case $sk_line in
  [-*+]\ * | "$_sk_bullet"* | [0-9].\ * | [0-9]\)\ *)
    if [ -n "$_sk_list" ]; then
      sk_tail=${sk_rest#"${sk_rest%%[! "$_sk_tab"]*}"}
      case $sk_tail in
      [-*+]\ * | [0-9].\ * | [0-9]\)\ *) sk_tail=${sk_tail#* } ;;
      *) sk_tail=${sk_tail#???} && sk_tail=${sk_tail#\ } ;;
      esac
      _sk_add deliverable ":$sk_tail" "${PWD:-.}"
      return 0
    fi
    ;;
  esac
  while :; do
    case $sk_word in
    [cC]reated[!a-zA-Z0-9_-]* | CREATED[!a-zA-Z0-9_-]* | [sS]aved[!a-zA-Z0-9_-]* | SAVED[!a-zA-Z0-9_-]*) break ;;
    [wW]rote[!a-zA-Z0-9_-]* | WROTE[!a-zA-Z0-9_-]* | [wW]ritten[!a-zA-Z0-9_-]*) break ;;
    [uU]pdated[!a-zA-Z0-9_-]* | UPDATED[!a-zA-Z0-9_-]* | [mM]odified[!a-zA-Z0-9_-]*) break ;;
    MODIFIED[!a-zA-Z0-9_-]* | [gG]enerated[!a-zA-Z0-9_-]* | GENERATED[!a-zA-Z0-9_-]*) break ;;
    [cC]reated | CREATED | [sS]aved | SAVED | [wW]rote | WROTE | [wW]ritten) break ;;
    [uU]pdated | UPDATED | [mM]odified | MODIFIED | [gG]enerated | GENERATED) break ;;
    *\ *) sk_word=${sk_word#*\ } ;;
    *)
      _sk_list=''
      return 0
      ;;
    esac
  done
  sk_tail=${sk_word%%[!a-zA-Z]*}
  sk_word=${sk_rest#*"$sk_tail"}
  case ${sk_line#*"$sk_tail"} in
  '' | : | \ files: | \ file: | \ [0-9]*\ files: | \ [0-9]*\ file: | ' the following files:' | ' the following:')
    _sk_list=1
    ;;
  *) _sk_list='' ;;
  esac
  _sk_add deliverable "$sk_word" "${PWD:-.}"
}
_sk_search() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  local sk_s="$1" sk_from="$2" sk_bare=1 sk_word=''
  case $sk_s in
  ## `Created 2 files: a.txt, b.txt`
  \ [0-9]*\ file:\ * | \ [0-9]*\ files:\ *) _sk_try "${sk_s#*:\ }" "$sk_from" '' && return 0 ;;
  :\ *) _sk_try "${sk_s#: }" "$sk_from" '' && return 0 ;;
  [:=]*) _sk_try "${sk_s#?}" "$sk_from" '' && return 0 ;;
  \ *) _sk_try "${sk_s#\ }" "$sk_from" 1 && return 0 ;;
  esac
  sk_s=${sk_s%%"$_sk_nl"*}
  _sk_strip "$sk_s"
  sk_s=$_sk_q
  case $sk_s in
  [:=]*)
    sk_bare=''
    _sk_strip "${sk_s#?}"
    sk_s=$_sk_q
    ;;
  esac
  _sk_try "$sk_s" "$sk_from" "$sk_bare" && return 0
  case $sk_s in
  *:\ *)
    sk_word=${sk_s##*:\ }
    _sk_try "$sk_word" "$sk_from" '' && return 0
    sk_word=${sk_s#*:\ }
    _sk_try "$sk_word" "$sk_from" '' && return 0
    ;;
  esac
  for sk_word in ' to ' ' at ' ' as ' ' into ' ' in ' ' under '; do
    case " $sk_s" in
    *"$sk_word"*)
      sk_word=" $sk_s$_sk_nl$sk_word"
      _sk_after "$sk_word" "$sk_from" && return 0
      ;;
    esac
  done
  for sk_word in ' (' ' [' ' from ' ' using ' ' with ' ' for ' ' by ' ' based ' ' via ' ' - ' ' in ' ' at '; do
    case $sk_s in
    *"$sk_word"*)
      _sk_try "${sk_s%%"$sk_word"*}" "$sk_from" "$sk_bare" && return 0
      _sk_words "${sk_s%%"$sk_word"*}" "$sk_from" && return 0
      ;;
    esac
  done
  _sk_words "$sk_s" "$sk_from"
}
_sk_try() {
  # $1 as it stands, without what surrounds it, then as a list; $2 folder, $3 set where a bare word is no path.
  local sk_s="$1" sk_item='' sk_all='' sk_bare="$3"
  case $sk_bare$sk_s in
  1*/* | 1*[!\ ].[a-zA-Z0-9]* | 1*"$_sk_nl"*) sk_bare='' ;;
  esac
  [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  _sk_strip "$sk_s"
  sk_s=$_sk_q
  [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  while :; do
    case $sk_s in
    *[].,\;:!*\"\'\`\)]) sk_s=${sk_s%?} ;;
    [\"\'\`\(*[]*) sk_s=${sk_s#?} ;;
    *) break ;;
    esac
    [ -n "$sk_bare" ] || ! _sk_exists "$sk_s" "$2" || return 0
  done
  case $sk_s in
  *,*)
    sk_s=$sk_s,
    while [ -n "$sk_s" ]; do
      sk_item=${sk_s%%,*}
      sk_s=${sk_s#*,}
      _sk_strip "$sk_item"
      sk_item=${_sk_q#and }
      sk_item=${sk_item#[\"\'\`]}
      sk_item=${sk_item%[\"\'\`]}
      case $sk_item in
      *' and '*)
        if _sk_exists "$sk_item" "$2"; then
          sk_all=1
        else
          sk_s=${sk_item#* and },$sk_s
          sk_item=${sk_item%% and *}
        fi
        ;;
      esac
      case $3$sk_item in
      1*/* | 1*.[a-zA-Z0-9]* | [!1]*) _sk_exists "$sk_item" "$2" && sk_all=1 ;;
      esac
      # `to a.ts and b.ts`: the list begins further on.
      case $sk_all$sk_item in 1*) ;; *' '*) return 1 ;; esac
    done
    [ -n "$sk_all" ] && return 0
    ;;
  *' and '*)
    _sk_try "${sk_s%% and *}, ${sk_s#* and }" "$2" "$3" && return 0
    ;;
  *' & '*)
    _sk_try "${sk_s%% & *}, ${sk_s#* & }" "$2" "$3" && return 0
    ;;
  esac
  return 1
}
_sk_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  local sk_text="${1%"$_sk_nl"*}" sk_mark="${1##*"$_sk_nl"}"
  sk_text=${sk_text#*"$sk_mark"}
  _sk_try "$sk_text" "$2" 1 && return 0
  _sk_try "${sk_text%% *}" "$2" 1
}
_sk_words() {
  # The first word of $1 that looks like a path and exists, and those right behind it.
  local sk_s="$1 " sk_word='' sk_all=1
  while [ -n "$sk_s" ]; do
    sk_word=${sk_s%% *}
    sk_s=${sk_s#* }
    case $sk_word in
    from | using | with | for | by | via | than) break ;;
    esac
    if _sk_try "$sk_word" "$2" 1; then
      sk_all=0
    elif [ "$sk_all" = 0 ]; then
      break
    fi
  done
  return "$sk_all"
}
