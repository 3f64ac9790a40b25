# JSON strings in a shell without substrings and replacements: bytes in, well-formed UTF-8 out, builtins only.
__skill_quote() {
  # $1 as a JSON string in __skill_q.
  local LC_ALL=C s="$1" out= head= char= n=
  case $s in
    *[!\ -~]*|*[\"\\]*) ;;
    *) __skill_q=\"$s\" && return 0 ;;
  esac
  while [ -n "$s" ]; do
    head=${s%%[!]\ !#-[^-~]*}
    out=$out$head
    s=${s#"$head"}
    char=
    case $s in
      '') break ;;
      \"*) n=1 char='\"' ;;
      \\*) n=1 char='\\' ;;
      "$__skill_nl"*) n=1 char='\n' ;;
      "$__skill_tab"*) n=1 char='\t' ;;
      "$__skill_cr"*) n=1 char='\r' ;;
      [$__skill_302-$__skill_337][$__skill_200-$__skill_277]*) n=2 ;;
      $__skill_340[$__skill_240-$__skill_277][$__skill_200-$__skill_277]*) n=3 ;;
      [$__skill_341-$__skill_354$__skill_356$__skill_357][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) n=3 ;;
      $__skill_355[$__skill_200-$__skill_237][$__skill_200-$__skill_277]*) n=3 ;;
      $__skill_360[$__skill_220-$__skill_277][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) n=4 ;;
      [$__skill_361-$__skill_363][$__skill_200-$__skill_277][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) n=4 ;;
      $__skill_364[$__skill_200-$__skill_217][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*) n=4 ;;
      $__skill_360[$__skill_220-$__skill_277][$__skill_200-$__skill_277]*|[$__skill_361-$__skill_363][$__skill_200-$__skill_277][$__skill_200-$__skill_277]*|$__skill_364[$__skill_200-$__skill_217][$__skill_200-$__skill_277]*) n=3 char='\ufffd' ;;
      $__skill_340[$__skill_240-$__skill_277]*|[$__skill_341-$__skill_354$__skill_356$__skill_357][$__skill_200-$__skill_277]*|$__skill_355[$__skill_200-$__skill_237]*|$__skill_360[$__skill_220-$__skill_277]*|[$__skill_361-$__skill_363][$__skill_200-$__skill_277]*|$__skill_364[$__skill_200-$__skill_217]*) n=2 char='\ufffd' ;;
      [$__skill_200-$__skill_377]*) n=1 char='\ufffd' ;;
      *) n=1 char=$(builtin printf '\\u%04x' "'${s%"${s#?}"}") ;;
    esac
    case $n in
      1) head=${s#?} ;;
      2) head=${s#??} ;;
      3) head=${s#???} ;;
      *) head=${s#????} ;;
    esac
    out=$out${char:-${s%"$head"}}
    s=$head
  done
  __skill_q=\"$out\"
}
