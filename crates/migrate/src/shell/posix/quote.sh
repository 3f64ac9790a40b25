# JSON strings in a shell without substrings and replacements: bytes in, well-formed UTF-8 out, builtins only.
__skill_quote() {
  # $1 as a JSON string in __skill_q.
  builtin local LC_ALL=C __s_s="$1" __s_out= __s_head= __s_char= __s_n=
  case $__s_s in
    *[!\ -~]*|*[\"\\]*) ;;
    *) __skill_q=\"$__s_s\" && return 0 ;;
  esac
  while [ -n "$__s_s" ]; do
    __s_head=${__s_s%%[!]\ !#-[^-~]*}
    __s_out=$__s_out$__s_head
    __s_s=${__s_s#"$__s_head"}
    __s_char=
    case $__s_s in
      '') break ;;
      \"*) __s_n=1 __s_char='\"' ;;
      \\*) __s_n=1 __s_char='\\' ;;
      "$__skill_nl"*) __s_n=1 __s_char='\n' ;;
      "$__skill_tab"*) __s_n=1 __s_char='\t' ;;
      "$__skill_cr"*) __s_n=1 __s_char='\r' ;;
      [$__skill_302-$__skill_337][$__skill_200-$__skill_277]*) __s_n=2 ;;
      $__skill_340[$__skill_240-$__skill_277][$__skill_200-$__skill_277]*) __s_n=3 ;;
      [$__skill_341-$__skill_354$__skill_356$__skill_357][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) __s_n=3 ;;
      $__skill_355[$__skill_200-$__skill_237][$__skill_200-$__skill_277]*) __s_n=3 ;;
      $__skill_360[$__skill_220-$__skill_277][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) __s_n=4 ;;
      [$__skill_361-$__skill_363][$__skill_200-$__skill_277][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) __s_n=4 ;;
      $__skill_364[$__skill_200-$__skill_217][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) __s_n=4 ;;
      $__skill_360[$__skill_220-$__skill_277][$__skill_200-$__skill_277]*|[$__skill_361-$__skill_363][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*|$__skill_364[$__skill_200-$__skill_217][$__skill_200-$__skill_277]*) __s_n=3 __s_char='\ufffd' ;;
      $__skill_340[$__skill_240-$__skill_277]*|[$__skill_341-$__skill_354$__skill_356$__skill_357][$__skill_200-$__skill_277]*|$__skill_355[$__skill_200-$__skill_237]*|$__skill_360[$__skill_220-$__skill_277]*|[$__skill_361-$__skill_363][$__skill_200-$__skill_277]*|$__skill_364[$__skill_200-$__skill_217]*) __s_n=2 __s_char='\ufffd' ;;
      [$__skill_200-$__skill_377]*) __s_n=1 __s_char='\ufffd' ;;
      *) __s_n=1 __s_char=$(builtin printf '\\u%04x' "'${__s_s%"${__s_s#?}"}") ;;
    esac
    case $__s_n in
      1) __s_head=${__s_s#?} ;;
      2) __s_head=${__s_s#??} ;;
      3) __s_head=${__s_s#???} ;;
      *) __s_head=${__s_s#????} ;;
    esac
    __s_out=$__s_out${__s_char:-${__s_s%"$__s_head"}}
    __s_s=$__s_head
  done
  __skill_q=\"$__s_out\"
}
