# _sk_q over lines, two blanks a level. It is a document that this file has put together.
_sk_indent() {
  local LC_ALL=C sk_s="$_sk_q" sk_pad="$_sk_nl" sk_t='' sk_run=''
  _sk_q=''
  while [ -n "$sk_s" ]; do
    case $sk_s in
    \"*)
      sk_t=\" sk_s=${sk_s#?}
      while :; do
        sk_run=${sk_s%%[\"\\]*}
#: bash
        sk_s=${sk_s:${#sk_run}}
#: sh
        sk_s=${sk_s#"$sk_run"}
#: end
        sk_t=$sk_t$sk_run
        case $sk_s in
        \\\"*) sk_t=$sk_t'\"' sk_s=${sk_s#??} ;;
        \\\\*) sk_t=$sk_t\\\\ sk_s=${sk_s#??} ;;
        \\*) sk_t=$sk_t\\ sk_s=${sk_s#?} ;;
        *) break ;;
        esac
      done
      _sk_q=$_sk_q$sk_t\" sk_s=${sk_s#?}
      ;;
    '{}'* | '[]'*) _sk_q=$_sk_q${sk_s%"${sk_s#??}"} sk_s=${sk_s#??} ;;
    \{*) sk_pad="$sk_pad  " _sk_q="$_sk_q{$sk_pad" sk_s=${sk_s#?} ;;
    \[*) sk_pad="$sk_pad  " _sk_q="${_sk_q}[$sk_pad" sk_s=${sk_s#?} ;;
    \}*) sk_pad=${sk_pad%  } _sk_q="$_sk_q$sk_pad}" sk_s=${sk_s#?} ;;
    \]*) sk_pad=${sk_pad%  } _sk_q="$_sk_q$sk_pad]" sk_s=${sk_s#?} ;;
    ,*) _sk_q=$_sk_q,$sk_pad sk_s=${sk_s#?} ;;
    :*) _sk_q="$_sk_q: " sk_s=${sk_s#?} ;;
    *)
      sk_t=${sk_s%%[],\}]*}
#: bash
      sk_s=${sk_s:${#sk_t}}
#: sh
      sk_s=${sk_s#"$sk_t"}
#: end
      _sk_q=$_sk_q$sk_t
      ;;
    esac
  done
}
