# What a printed text tells, line by line, to the recognizers.
__skill_lines() {
  # $1 the text, $2 the recognizers: of its first line, of each where `all` is the first of them.
  builtin local LC_ALL=C __s_text="$__skill_part$1" __s_kinds="$2" __s_line= __s_body= __s_rest= __s_head= __s_kind=
  __skill_part=
  if [ "${#__s_text}" -gt 4096 ]; then
    return 0
  fi
  while [ -n "$__s_text" ]; do
    __s_rest=$__s_text
    __s_line=${__s_text%%"$__skill_nl"*}
    if [ "$__s_line" = "$__s_text" ]; then
      __s_text=
      if [ -z "$__skill_flush" ] && __skill_main; then
        __skill_part=$__s_line
        __skill_part_kinds=$__s_kinds
        return 0
      fi
    else
      __s_text=${__s_text#*"$__skill_nl"}
    fi
    __s_rest=${__s_rest%"$__skill_nl"}
    __s_line=${__s_line%"$__skill_cr"}
    __s_line=${__s_line##*"$__skill_cr"}
    while :; do
      case $__s_line in
        *"$__skill_esc"*)
          __s_head=${__s_line%%"$__skill_esc"*}
          __s_line=${__s_line#*"$__skill_esc"}
          __s_line=${__s_line#"${__s_line%%[@-~]*}"}
          __s_line=$__s_head${__s_line#?}
          ;;
        *) break ;;
      esac
    done
    __s_line=${__s_line#"${__s_line%%[! $__skill_tab]*}"}
    __s_line=${__s_line%"${__s_line##*[! $__skill_tab]}"}
    __s_body=$__s_line
    while :; do
      case $__s_body in
        [a-zA-Z0-9/._\`\'\"~\$\{\<]*|'') break ;;
        \[*\]*) __s_body=${__s_body#*\]} ;;
        *) __s_body=${__s_body#?} ;;
      esac
    done
    __s_kind=${__s_kinds#all,},
    while [ -n "$__s_kind" ]; do
      "__skill_see_${__s_kind%%,*}"
      __s_kind=${__s_kind#*,}
    done
    case $__s_kinds in all,*) ;; *) return 0 ;; esac
  done
}
__skill_take() {
  case $1 in
    confidence)
      case $2 in
        ''|0|1) __skill_confidence=$2 ;;
        0.*)
          case ${2#0.} in
            ''|*[!0-9]*) ;;
            *) __skill_confidence=$2 ;;
          esac
          ;;
      esac
      ;;
    failed) __skill_failed=${__skill_failed:-$2} ;;
    error) __skill_fail SCRIPT_ERROR "$2" ;;
    metric)
      case $2$3 in
        *[!a-z0-9_.-]*) ;;
        *)
          case $2,${3#-} in
            ,*|*,|*[!a-z0-9_]*,*|*,*[!0-9.]*|*,.*|*,*.|*,*.*.*) ;;
            *) __skill_metric "$2" "$3" ;;
          esac
          ;;
      esac
      ;;
    deliverable)
      builtin eval "__skill_made_$__skill_count=\$2 __skill_where_$__skill_count=\$3"
      __skill_count=$((__skill_count + 1))
      ;;
    value) __skill_value "$2" "$3" ;;
  esac
}
