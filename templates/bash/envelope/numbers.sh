# `metric.rows:2,seconds:5s`: the numbers in the second and the fifth word of the printed line, the latter with its unit.
_sk_numbers() {
  local sk_names="${sk_kind#*.}," sk_line='' sk_name='' sk_word='' sk_unit='' sk_at=1
  _sk_first_bytes "$sk_text" 4096
  sk_line=${_sk_q#"${_sk_q%%[!"$_sk_nl"]*}"}
  _sk_strip "${sk_line%%"$_sk_nl"*}"
  sk_line=$_sk_q
  while [ -n "$sk_names" ]; do
    sk_name=${sk_names%%,*} sk_names=${sk_names#*,}
    sk_unit=${sk_name##*:} sk_name=${sk_name%:*}
    sk_word=${sk_unit%%[!0-9]*}
    sk_unit=${sk_unit#"$sk_word"}
    while [ "$sk_at" -lt "$sk_word" ]; do
      case $sk_line in *' '*) ;; *) return 0 ;; esac
      sk_line=${sk_line#*' '}
      sk_line=${sk_line#"${sk_line%%[! ]*}"}
      sk_at=$((sk_at + 1))
    done
    sk_word=${sk_line%%' '*}
    sk_word=${sk_word#"${sk_word%%[-a-zA-Z0-9]*}"}
    _sk_q=${sk_word%%[!0-9.-]*}
    sk_word=${sk_word#"$_sk_q"}
    # `1,200`, `12:30` and `4.5M` are no numbers.
    case $sk_word in "$sk_unit"*) sk_word=${sk_word#"$sk_unit"} ;; *) sk_word=x ;; esac
    case $sk_word in *[a-zA-Z]* | [,:][0-9]*) ;; *) _sk_metric "$sk_name" "${_sk_q%.}" ;; esac
  done
}
