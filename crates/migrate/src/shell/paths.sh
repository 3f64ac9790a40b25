# Which of the names after a verb are files or folders: the first reading that exists at exit wins.
__skill_strip() {
  # $1 without colours and the blanks around it, in __skill_q.
  local s="$1" head=
  while :; do
    case $s in
      *"$__skill_esc"*)
        head=${s%%"$__skill_esc"*}
        s=${s#*"$__skill_esc"}
        s=${s#"${s%%[@-~]*}"}
        s=$head${s#?}
        ;;
      *) break ;;
    esac
  done
  s=${s#"${s%%[! $__skill_tab]*}"}
  __skill_q=${s%"${s##*[! $__skill_tab$__skill_cr]}"}
}
__skill_exists() {
  # Does $1, seen from the folder $2, exist? Then it joins the deliverables.
  local path="$1" from="$2" full= up= base= out= part=
  [ -n "$path" ] || return 1
  case $path in
    .|..|/|*/.|*/..) return 1 ;;
    \~/*) full=${HOME-}${path#\~} ;;
    /*) full=$path ;;
    *) full=$from/$path ;;
  esac
  [ -e "$full" ] || [ -h "$full" ] || return 1
  case $full in
    */../*|*/./*|*//*)
      part=$full/
      while [ -n "$part" ]; do
        case ${part%%/*} in
          ''|.) ;;
          ..) out=${out%/*} ;;
          *) out=$out/${part%%/*} ;;
        esac
        part=${part#*/}
      done
      case $full in */) out=$out/ ;; esac
      full=$out
      ;;
  esac
  base=${__skill_dir%/}
  case $full in
    "$base"/*) full=${full#"$base"/} ;;
    *)
      case $path in
        /*|\~/*) ;;
        *)
          up=
          while :; do
            up=../$up
            base=${base%/*}
            case $full in "$base"/*) break ;; esac
          done
          full=$up${full#"$base"/}
          ;;
      esac
      ;;
  esac
  __skill_quote "$full"
  part=${__skill_q%\"}
  part=${part%/}
  case ,$deliverables, in
    *,"$part\"",*|*,"$part/\"",*) ;;
    *) deliverables=$deliverables${deliverables:+,}$__skill_q ;;
  esac
}
__skill_try() {
  # $1 as it stands, without what surrounds it, then as a list; $2 folder, $3 set where a bare word is no path.
  local s="$1" item= all= bare="$3"
  case $bare$s in
    1*/*|1*[!\ ].[a-zA-Z0-9]*|1*"$__skill_nl"*) bare= ;;
  esac
  [ -n "$bare" ] || ! __skill_exists "$s" "$2" || return 0
  __skill_strip "$s"
  s=$__skill_q
  [ -n "$bare" ] || ! __skill_exists "$s" "$2" || return 0
  while :; do
    case $s in
      *[.,\;:!\"\'\`\)]) s=${s%?} ;;
      [\"\'\`\(]*) s=${s#?} ;;
      *) break ;;
    esac
    [ -n "$bare" ] || ! __skill_exists "$s" "$2" || return 0
  done
  case $s in
    *,*)
      s=$s,
      while [ -n "$s" ]; do
        item=${s%%,*}
        s=${s#*,}
        __skill_strip "$item"
        item=${__skill_q#and }
        item=${item#[\"\'\`]}
        item=${item%[\"\'\`]}
        case $item in
          *' and '*) __skill_exists "$item" "$2" && all=1 || { s=${item#* and },$s && item=${item%% and *}; } ;;
        esac
        case $3$item in
          1*/*|1*.[a-zA-Z0-9]*|[!1]*) __skill_exists "$item" "$2" && all=1 ;;
        esac
      done
      [ -n "$all" ] && return 0
      ;;
    *' and '*)
      __skill_try "${s%% and *}, ${s#* and }" "$2" "$3" && return 0
      ;;
  esac
  return 1
}
__skill_gather() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  local s="$1" from="$2" bare=1 word=
  case $s in
    :\ *) __skill_try "${s#: }" "$from" '' && return 0 ;;
    [:=]*) __skill_try "${s#?}" "$from" '' && return 0 ;;
    \ *) __skill_try "${s#\ }" "$from" 1 && return 0 ;;
  esac
  s=${s%%"$__skill_nl"*}
  __skill_strip "$s"
  s=$__skill_q
  case $s in
    [:=]*)
      bare=
      __skill_strip "${s#?}"
      s=$__skill_q
      ;;
  esac
  __skill_try "$s" "$from" "$bare" && return 0
  case $s in
    *:\ *)
      word=${s##*:\ }
      __skill_try "$word" "$from" '' && return 0
      word=${s#*:\ }
      __skill_try "$word" "$from" '' && return 0
      ;;
  esac
  for word in ' to ' ' at ' ' as ' ' into ' ' in ' ' under '; do
    case " $s" in
      *"$word"*)
        word=" $s$__skill_nl$word"
        __skill_after "$word" "$from" && return 0
        ;;
    esac
  done
  for word in ' (' ' [' ' from ' ' using ' ' with ' ' for ' ' by ' ' based ' ' via ' ' - ' ' in ' ' at '; do
    case $s in
      *"$word"*)
        __skill_try "${s%%"$word"*}" "$from" "$bare" && return 0
        __skill_words "${s%%"$word"*}" "$from" && return 0
        ;;
    esac
  done
  __skill_words "$s" "$from"
}
__skill_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  local text="${1%"$__skill_nl"*}" mark="${1##*"$__skill_nl"}"
  text=${text#*"$mark"}
  __skill_try "$text" "$2" 1 && return 0
  __skill_try "${text%% *}" "$2" 1
}
__skill_words() {
  # The first word of $1 that looks like a path and exists.
  local s="$1 " word=
  while [ -n "$s" ]; do
    word=${s%% *}
    s=${s#* }
    case $word in
      from|using|with|for|by|via|than) return 1 ;;
    esac
    __skill_try "$word" "$2" 1 && return 0
  done
  return 1
}
