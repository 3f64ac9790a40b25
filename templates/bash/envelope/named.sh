# What followed the verb names no file that is there: its paths join the deliverables as they are named.
_sk_named() {
  local sk_rest='' sk_word='' sk_colon=''
  _sk_strip "${1%%"$_sk_nl"*}"
  case $_sk_q in [:=]*) _sk_strip "${_sk_q#?}" && sk_colon=1 ;; esac
  # `Files created: 3`
  case $_sk_q in *[!0-9.]*) ;; *) return 0 ;; esac
  sk_rest="$_sk_q "
  case $sk_colon$sk_rest in
  [0-9]*\ file:\ * | [0-9]*\ files:\ *) sk_rest=${sk_rest#*: } ;;
  *,* | *\ and\ * | *\ \(* | *\ in\ * | *\ with\ * | *\ from\ *) ;;
  # `Created: my notes.md`
  1*) _sk_path "$_sk_q" && return ;;
  esac
  while [ -n "$sk_rest" ]; do
    sk_word=${sk_rest%%[ ,]*}
    sk_rest=${sk_rest#"$sk_word"}
    sk_rest=${sk_rest#?}
    case $sk_word in from | \(from | using | with | for | by | via | than) break ;; esac
    # `v1.2` is a version, `docs/a` and `a.md` are paths.
    case $sk_word in e.g. | i.e. | *://*) ;; */* | *[!.].[a-zA-Z0-9]*) case $sk_word in *[!0-9.v]*) _sk_path "$sk_word" ;; esac ;; esac
  done
}
# Lists $1 without the quotes around it and the stops behind it.
_sk_path() {
  local sk_s="$1"
  while :; do
    case $sk_s in
    [\"\'\`\(*[]*) sk_s=${sk_s#?} ;;
    *[].,\;:!*\"\'\`\)]) sk_s=${sk_s%?} ;;
    *) break ;;
    esac
  done
  [ -n "$sk_s" ] && _sk_list "$sk_s"
}
