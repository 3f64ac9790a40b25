# ---- answers ----
# Runs "$@", prints what it printed, and notes that. Where its stderr is its stdout, $1 says so.
_sk_answer() {
  local sk_kind="$1" sk_done=0
  shift
#: bash
  _sk_found "$@" || return "$?"
#: end
  if [ -z "$_sk_on" ]; then
    "$@"
    return "$?"
  fi
  if ! _sk_file_for "$@"; then
    "$@"
    return "$?"
  fi
  ## `set -C` lets nothing be written over.
  case $sk_kind in
  *,stderr) "$@" >>"$_sk_asked" 2>&1 || sk_done=$? ;;
#: bash
  # A function of the script may be ended by `set -e`: the text is printed then when the script ends.
  *)
    if _sk_main && [ -n "${1-}" ] && _sk_has "$1"; then
      "$@" >>"$_sk_asked"
      sk_done=$?
    else
      "$@" >>"$_sk_asked" || sk_done=$?
    fi
    ;;
#: sh
  *) "$@" >>"$_sk_asked" || sk_done=$? ;;
#: end
  esac
  _sk_answered
  return "$sk_done"
}
# _sk_asked: a file for what "$@" prints.
_sk_file_for() {
  _sk_asked=$(command -p mktemp "$_sk_box.XXXXXX" 2>/dev/null) || _sk_asked=''
  [ -n "$_sk_asked" ] || _sk_reject "$_sk_file: ${_sk_box%/*} takes no file: the document lacks what this prints: $*"
}
# What the command has printed is printed, and noted; also where a signal ended it.
_sk_answered() {
  local LC_ALL=C sk_text=''
  command -p cat "$_sk_asked" || :
  sk_text=$({ command -p head -c 65537 "$_sk_asked" && builtin printf x; } 2>/dev/null) 2>/dev/null || :
  command -p rm -f -- "$_sk_asked" || :
  _sk_asked=''
  _sk_quietly _sk_add answer "${sk_text%x}" || :
}
# The payload: `data`, where all that was printed is one JSON object or list, else `text`.
_sk_answer_data() {
  local sk_text='' sk_json=''
#: bash
  _sk_quote "$_sk_answers"
#: sh
  _sk_quote_long "$_sk_answers"
#: end
  sk_text=$_sk_q
  ## Half a pair, and what is no UTF-8, is JSON to some programs alone.
  case $sk_text in
  *\\ufffd*) ;;
  *[\{\[]*) sk_json=$(builtin printf '%s\n' "$_sk_answers" | _sk_compact) || sk_json='' ;;
  esac
  if [ -n "$sk_json" ]; then
    _sk_data_put '"data"' "$sk_json" keep
  else
    _sk_data_put '"text"' "$sk_text" keep
    [ -z "$_sk_clipped" ] || _sk_data_put '"truncated"' true keep
  fi
}
# One JSON object or list without the blanks between its parts; fails where stdin holds anything else.
_sk_compact() {
  command -p awk 'function bad() { exit 1 }
    BEGIN {
      want = "value"
      while ((getline s) > 0) for (;;) {
        sub(/^[ \t\r]+/, "", s)
        if (s == "") break
        c = substr(s, 1, 1); n = 1
        if (done) bad()
        if (c == "{" || c == "[") {
          if (want != "value" && want != "item" || ++depth > 100) bad()
          open[depth] = c; want = c == "{" ? "name" : "item"
        } else if (c == "}" || c == "]") {
          if (!depth || open[depth] != (c == "}" ? "{" : "[")) bad()
          if (want != "end" && want != (c == "}" ? "name" : "item")) bad()
          done = !--depth; want = "end"
        } else if (c == ",") {
          if (want != "end") bad()
          want = open[depth] == "{" ? "next" : "value"
        } else if (c == ":") {
          if (want != "colon") bad()
          want = "value"
        } else if (c == "\"") {
          if (!depth || !match(s, /^"([^"\\\001-\037]|\\["\\\/bfnrt]|\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*"/)) bad()
          n = RLENGTH; t = substr(s, 1, n)
          gsub(/\\\\/, "", t)
          gsub(/\\u[dD][89abAB][0-9a-fA-F][0-9a-fA-F]\\u[dD][c-fC-F][0-9a-fA-F][0-9a-fA-F]/, "", t)
          if (t ~ /\\u[dD][89a-fA-F]/) bad()
          if (want == "name" || want == "next") want = "colon"
          else if (want == "value" || want == "item") want = "end"
          else bad()
        } else {
          if (!match(s, /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9][0-9]?)?)/)) bad()
          n = RLENGTH
          if (!depth || want != "value" && want != "item") bad()
          want = "end"
        }
        printf "%s", substr(s, 1, n)
        s = substr(s, n + 1)
      }
      exit !done
    }'
}
#: sh
# As _sk_quote: a shell that cuts a long text character by character takes a time that grows with its square.
_sk_quote_long() {
  local LC_ALL=C
  # shellcheck disable=SC2016  # it is awk that reads `$0`
  _sk_q=$(command printf '%s.\n' "$1" | LC_ALL=C command -p awk '
    BEGIN {
      for (i = 1; i < 32; i++) escaped[sprintf("%c", i)] = sprintf("\\u%04x", i)
      escaped["\177"] = "\\u007f"; escaped["\t"] = "\\t"; escaped["\r"] = "\\r"
      escaped["\""] = "\\\""; escaped["\\"] = "\\\\"
      plain = "^([ !#-[]|]|[\\^-~]|[\302-\337][\200-\277]|\340[\240-\277][\200-\277]|[\341-\354\356\357][\200-\277][\200-\277]"
      plain = plain "|\355[\200-\237][\200-\277]|\360[\220-\277][\200-\277][\200-\277]"
      plain = plain "|[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277])+"
    }
    {
      ## In blocks that end between two sequences.
      if (NR > 1) printf "%s", "\\n"
      for (at = 1; at <= length($0); at += length(block)) {
        block = substr($0, at, 512)
        if (length(block) == 512 && match(block, /([\300-\377]|[\340-\377].|[\360-\377]..)$/)) block = substr(block, 1, RSTART - 1)
        for (rest = block; rest != ""; rest = substr(rest, n + 1)) {
          if (match(rest, plain)) {
            n = RLENGTH; printf "%s", substr(rest, 1, n)
          } else {
            n = 1; c = substr(rest, 1, 1)
            printf "%s", c in escaped ? escaped[c] : "\\ufffd"
          }
        }
      }
    }') || _sk_q=.
  _sk_q=\"${_sk_q%.}\"
}
#: end
