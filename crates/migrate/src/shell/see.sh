# What a printed text tells, line by line, to the recognizers.
__skill_lines() {
  # $1 the text, $2 the recognizers.
  local LC_ALL=C IFS=, text="$__skill_part$1" kinds="$2" line= body= rest= head= kind=
  __skill_part=
  builtin set -- $2
  IFS=' '
  if [ "${#text}" -gt 262144 ]; then
    return 0
  fi
  while [ -n "$text" ]; do
    rest=$text
    line=${text%%"$__skill_nl"*}
    if [ "$line" = "$text" ]; then
      text=
      if [ -z "$__skill_flush" ] && __skill_main; then
        __skill_part=$line
        __skill_part_kinds=$kinds
        return 0
      fi
    else
      text=${text#*"$__skill_nl"}
    fi
    rest=${rest%"$__skill_nl"}
    line=${line%"$__skill_cr"}
    line=${line##*"$__skill_cr"}
    while :; do
      case $line in
        *"$__skill_esc"*)
          head=${line%%"$__skill_esc"*}
          line=${line#*"$__skill_esc"}
          line=${line#"${line%%[@-~]*}"}
          line=$head${line#?}
          ;;
        *) break ;;
      esac
    done
    line=${line#"${line%%[! $__skill_tab]*}"}
    line=${line%"${line##*[! $__skill_tab]}"}
    body=$line
    while :; do
      case $body in
        [a-zA-Z0-9/._\`\'\"~\$\{\<]*|'') break ;;
        \[*\]*) body=${body#*\]} ;;
        *) body=${body#?} ;;
      esac
    done
    for kind in "$@"; do
      "__skill_see_$kind"
    done
  done
}
__skill_take() {
  case $1 in
    confidence) __skill_confidence=$2 ;;
    failed) __skill_failed=${__skill_failed:-$2} ;;
    error) __skill_fail SCRIPT_ERROR "$2" ;;
    metric) __skill_metric "$2" "$3" ;;
    deliverable)
      builtin eval "__skill_made_$__skill_count=\$2 __skill_where_$__skill_count=\$3"
      __skill_count=$((__skill_count + 1))
      ;;
    value) __skill_value "$2" "$3" ;;
  esac
}
