# Which of the names after a verb are files or folders: the first reading that exists at exit wins.
__skill_strip() {
  # $1 without colours and the blanks around it, in __skill_q.
  builtin local __s_s="$1" __s_head=
  while :; do
    case $__s_s in
      *"$__skill_esc"*)
        __s_head=${__s_s%%"$__skill_esc"*}
        __s_s=${__s_s#*"$__skill_esc"}
        __s_s=${__s_s#"${__s_s%%[@-~]*}"}
        __s_s=$__s_head${__s_s#?}
        ;;
      *) break ;;
    esac
  done
  __s_s=${__s_s#"${__s_s%%[! $__skill_tab]*}"}
  __skill_q=${__s_s%"${__s_s##*[! $__skill_tab$__skill_cr]}"}
}
__skill_exists() {
  # Does $1, seen from the folder $2, exist? Then it joins the deliverables.
  builtin local __s_path="$1" __s_from="$2" __s_full= __s_up= __s_base= __s_out= __s_part=
  [ -n "$__s_path" ] || return 1
  case $__s_path in
    .|..|/|*/.|*/..) return 1 ;;
    \~/*) __s_full=${HOME-}${__s_path#\~} ;;
    /*) __s_full=$__s_path ;;
    *) __s_full=$__s_from/$__s_path ;;
  esac
  [ -e "$__s_full" ] || [ -h "$__s_full" ] || return 1
  case $__s_full in
    */../*|*/./*|*//*)
      __s_part=$__s_full/
      while [ -n "$__s_part" ]; do
        case ${__s_part%%/*} in
          ''|.) ;;
          ..) __s_out=${__s_out%/*} ;;
          *) __s_out=$__s_out/${__s_part%%/*} ;;
        esac
        __s_part=${__s_part#*/}
      done
      case $__s_full in */) __s_out=$__s_out/ ;; esac
      __s_full=$__s_out
      ;;
  esac
  __s_base=${__skill_dir%/}
  case $__s_full in
    "$__s_base"/*) __s_full=${__s_full#"$__s_base"/} ;;
    *)
      case $__s_path in
        /*|\~/*) ;;
        *)
          __s_up=
          while :; do
            __s_up=../$__s_up
            __s_base=${__s_base%/*}
            case $__s_full in "$__s_base"/*) break ;; esac
          done
          __s_full=$__s_up${__s_full#"$__s_base"/}
          ;;
      esac
      ;;
  esac
  __skill_quote "$__s_full"
  __s_part=${__skill_q%\"}
  __s_part=${__s_part%/}
  case ,$__s_deliverables, in
    *,"$__s_part\"",*|*,"$__s_part/\"",*) ;;
    *) __s_deliverables=$__s_deliverables${__s_deliverables:+,}$__skill_q ;;
  esac
}
__skill_try() {
  # $1 as it stands, without what surrounds it, then as a list; $2 folder, $3 set where a bare word is no path.
  builtin local __s_s="$1" __s_item= __s_all= __s_bare="$3"
  case $__s_bare$__s_s in
    1*/*|1*[!\ ].[a-zA-Z0-9]*|1*"$__skill_nl"*) __s_bare= ;;
  esac
  [ -n "$__s_bare" ] || ! __skill_exists "$__s_s" "$2" || return 0
  __skill_strip "$__s_s"
  __s_s=$__skill_q
  [ -n "$__s_bare" ] || ! __skill_exists "$__s_s" "$2" || return 0
  while :; do
    case $__s_s in
      *[].,\;:!*\"\'\`\)]) __s_s=${__s_s%?} ;;
      [\"\'\`\(*[]*) __s_s=${__s_s#?} ;;
      *) break ;;
    esac
    [ -n "$__s_bare" ] || ! __skill_exists "$__s_s" "$2" || return 0
  done
  case $__s_s in
    *,*)
      __s_s=$__s_s,
      while [ -n "$__s_s" ]; do
        __s_item=${__s_s%%,*}
        __s_s=${__s_s#*,}
        __skill_strip "$__s_item"
        __s_item=${__skill_q#and }
        __s_item=${__s_item#[\"\'\`]}
        __s_item=${__s_item%[\"\'\`]}
        case $__s_item in
          *' and '*) __skill_exists "$__s_item" "$2" && __s_all=1 || { __s_s=${__s_item#* and },$__s_s && __s_item=${__s_item%% and *}; } ;;
        esac
        case $3$__s_item in
          1*/*|1*.[a-zA-Z0-9]*|[!1]*) __skill_exists "$__s_item" "$2" && __s_all=1 ;;
        esac
      done
      [ -n "$__s_all" ] && return 0
      ;;
    *' and '*)
      __skill_try "${__s_s%% and *}, ${__s_s#* and }" "$2" "$3" && return 0
      ;;
  esac
  return 1
}
__skill_gather() {
  # $1 what followed the verb (or `:` and an item), $2 the folder: the first reading that exists wins.
  builtin local __s_s="$1" __s_from="$2" __s_bare=1 __s_word=
  case $__s_s in
    :\ *) __skill_try "${__s_s#: }" "$__s_from" '' && return 0 ;;
    [:=]*) __skill_try "${__s_s#?}" "$__s_from" '' && return 0 ;;
    \ *) __skill_try "${__s_s#\ }" "$__s_from" 1 && return 0 ;;
  esac
  __s_s=${__s_s%%"$__skill_nl"*}
  __skill_strip "$__s_s"
  __s_s=$__skill_q
  case $__s_s in
    [:=]*)
      __s_bare=
      __skill_strip "${__s_s#?}"
      __s_s=$__skill_q
      ;;
  esac
  __skill_try "$__s_s" "$__s_from" "$__s_bare" && return 0
  case $__s_s in
    *:\ *)
      __s_word=${__s_s##*:\ }
      __skill_try "$__s_word" "$__s_from" '' && return 0
      __s_word=${__s_s#*:\ }
      __skill_try "$__s_word" "$__s_from" '' && return 0
      ;;
  esac
  for __s_word in ' to ' ' at ' ' as ' ' into ' ' in ' ' under '; do
    case " $__s_s" in
      *"$__s_word"*)
        __s_word=" $__s_s$__skill_nl$__s_word"
        __skill_after "$__s_word" "$__s_from" && return 0
        ;;
    esac
  done
  for __s_word in ' (' ' [' ' from ' ' using ' ' with ' ' for ' ' by ' ' based ' ' via ' ' - ' ' in ' ' at '; do
    case $__s_s in
      *"$__s_word"*)
        __skill_try "${__s_s%%"$__s_word"*}" "$__s_from" "$__s_bare" && return 0
        __skill_words "${__s_s%%"$__s_word"*}" "$__s_from" && return 0
        ;;
    esac
  done
  __skill_words "$__s_s" "$__s_from"
}
__skill_after() {
  # $1 holds a text, a newline and a separator: what follows the separator, or its head before the next blank.
  builtin local __s_text="${1%"$__skill_nl"*}" __s_mark="${1##*"$__skill_nl"}"
  __s_text=${__s_text#*"$__s_mark"}
  __skill_try "$__s_text" "$2" 1 && return 0
  __skill_try "${__s_text%% *}" "$2" 1
}
__skill_words() {
  # The first word of $1 that looks like a path and exists, and those right behind it.
  builtin local __s_s="$1 " __s_word= __s_all=1
  while [ -n "$__s_s" ]; do
    __s_word=${__s_s%% *}
    __s_s=${__s_s#* }
    case $__s_word in
      from|using|with|for|by|via|than) break ;;
    esac
    if __skill_try "$__s_word" "$2" 1; then
      __s_all=0
    elif [ "$__s_all" = 0 ]; then
      break
    fi
  done
  return "$__s_all"
}
