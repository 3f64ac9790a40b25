# ---- text: JSON strings, numbers and values by builtins alone -------------------------------
# Every name begins with __skill_ or __sk_, so that a caller's variable, read-only ones too, is
# neither seen nor changed. [[ =~ ]] would overwrite BASH_REMATCH: patterns are matched by case.

# Sets that need no range, since a range follows the locale's collation; what is frequent comes first.
__skill_digits=0123456789
__skill_upper=ABCDEFGHIJKLMNOPQRSTUVWXYZ
__skill_lower=abcdefghijklmnopqrstuvwxyz
__skill_plain="] $__skill_lower$__skill_digits/._$__skill_upper!#\$%&'()*+,./:;<=>?@[^_\`{|}~-"
# Bytes, for use under LC_ALL=C only: well-formed UTF-8 of two, three and four bytes, what may
# begin such a sequence and be cut off, control characters, and what ends a run in a JSON string.
__skill_u2=$'[\302-\337][\200-\277]'
__skill_u3a=$'\340[\240-\277][\200-\277]' __skill_u3b=$'[\341-\354\356\357][\200-\277][\200-\277]'
__skill_u3c=$'\355[\200-\237][\200-\277]'
__skill_u4a=$'\360[\220-\277][\200-\277][\200-\277]' __skill_u4c=$'\364[\200-\217][\200-\277][\200-\277]'
__skill_u4b=$'[\361-\363][\200-\277][\200-\277][\200-\277]'
__skill_cut3a=$'\360[\220-\277][\200-\277]' __skill_cut3b=$'[\361-\363][\200-\277][\200-\277]'
__skill_cut3c=$'\364[\200-\217][\200-\277]'
__skill_cut2a=$'\340[\240-\277]' __skill_cut2b=$'[\341-\354\356\357][\200-\277]'
__skill_cut2c=$'\355[\200-\237]' __skill_cut2d=$'\360[\220-\277]'
__skill_cut2e=$'[\361-\363][\200-\277]' __skill_cut2f=$'\364[\200-\217]'
__skill_high=$'[\200-\377]' __skill_lead=$'[\300-\377]' __skill_lead3=$'[\340-\377]'
__skill_lead4=$'[\360-\377]' __skill_stop=$'[!] !#-[^-\377]'
__skill_space=$'[ \t\r\n]' __skill_solid=$'[! \t\r\n]'
__skill_unknown=$'\357\277\275'

# One line on stderr and a failure: what a wrong argument costs.
__skill_wrong() {
  printf '%s\n' "$1" >&2 || :
  return 2
}

# __skill_r: $1 shortened and in quotes, fit for one line.
__skill_show() {
  if ((${#1} > 60)); then __skill_quote "${1:0:57}..."; else __skill_quote "$1"; fi
}

# __skill_r: $1 as a JSON string.
__skill_quote() {
  case $1 in
  *[!$__skill_plain]*) { __skill_quote_bytes "$1"; } 2>/dev/null ;;
  *) __skill_r="\"$1\"" ;;
  esac
}

# The same for any bytes. The caller silences stderr: an invalid locale in the environment is
# complained of whenever LC_ALL comes back into force.
__skill_quote_bytes() {
  local LC_ALL=C
  local __sk_begin=0 __sk_out='' __sk_b __sk_run __sk_c
  while ((__sk_begin < ${#1})); do
    __skill_block "$1"
    while :; do
      __sk_run=${__sk_b%%$__skill_stop*}
      __sk_out=$__sk_out$__sk_run
      if ((${#__sk_run} == ${#__sk_b})); then break; fi
      printf -v __sk_c '%d' "'${__sk_b:${#__sk_run}:1}"
      case $__sk_c in
      8) __sk_c='\b' ;;
      9) __sk_c='\t' ;;
      10) __sk_c='\n' ;;
      12) __sk_c='\f' ;;
      13) __sk_c='\r' ;;
      34) __sk_c='\"' ;;
      92) __sk_c=$'\\\\' ;;
      *) printf -v __sk_c '\\u%04x' "$__sk_c" ;;
      esac
      __sk_out=$__sk_out$__sk_c
      __sk_b=${__sk_b:${#__sk_run}+1}
    done
  done
  __skill_r="\"$__sk_out\""
}

# __sk_b: the next block of $1, from __sk_begin on, as UTF-8. In blocks, because bash copies the
# whole string for every step; a block never ends inside a sequence.
__skill_block() {
  __sk_b=${1:__sk_begin:128}
  if ((__sk_begin + 128 < ${#1})); then
    case $__sk_b in
    *$__skill_lead) __sk_b=${1:__sk_begin:127} ;;
    *$__skill_lead3?) __sk_b=${1:__sk_begin:126} ;;
    *$__skill_lead4??) __sk_b=${1:__sk_begin:125} ;;
    esac
  fi
  __sk_begin=$((__sk_begin + ${#__sk_b}))
  case $__sk_b in *$__skill_high*) __skill_utf8 ;; esac
}

# Mends __sk_b: each longest beginning of a sequence that is not UTF-8 becomes one U+FFFD.
# Well-formed sequences are blanked first; where nothing is left the block stays as it is.
__skill_utf8() {
  local __sk_v=$__sk_b __sk_bad
  case $__sk_v in
  *$__skill_lead4*)
    __sk_v=${__sk_v//$__skill_u4a/x}
    __sk_v=${__sk_v//$__skill_u4b/x}
    __sk_v=${__sk_v//$__skill_u4c/x}
    ;;
  esac
  case $__sk_v in
  *$__skill_lead3*)
    __sk_v=${__sk_v//$__skill_u3a/x}
    __sk_v=${__sk_v//$__skill_u3b/x}
    __sk_v=${__sk_v//$__skill_u3c/x}
    ;;
  esac
  __sk_v=${__sk_v//$__skill_u2/x}
  case $__sk_v in *$__skill_high*) ;; *) return 0 ;; esac
  __sk_v=$__sk_b __sk_b=''
  while [ -n "$__sk_v" ]; do
    __sk_bad=0
    case $__sk_v in
    $__skill_u2*) __skill_take 2 ;;
    $__skill_u3a* | $__skill_u3b* | $__skill_u3c*) __skill_take 3 ;;
    $__skill_u4a* | $__skill_u4b* | $__skill_u4c*) __skill_take 4 ;;
    $__skill_cut3a* | $__skill_cut3b* | $__skill_cut3c*) __sk_bad=3 ;;
    $__skill_cut2a* | $__skill_cut2b* | $__skill_cut2c*) __sk_bad=2 ;;
    $__skill_cut2d* | $__skill_cut2e* | $__skill_cut2f*) __sk_bad=2 ;;
    $__skill_high*) __sk_bad=1 ;;
    *) __skill_take ;;
    esac
    if ((__sk_bad > 0)); then
      __sk_b=$__sk_b$__skill_unknown
      __sk_v=${__sk_v:__sk_bad}
    fi
  done
}

# Moves $1 bytes, or all up to the next byte that is not ASCII, from __sk_v to __sk_b.
__skill_take() {
  local __sk_run
  if (($# > 0)); then __sk_run=${__sk_v:0:$1}; else __sk_run=${__sk_v%%$__skill_high*}; fi
  __sk_b=$__sk_b$__sk_run
  __sk_v=${__sk_v:${#__sk_run}}
}

# Whether $1 is a JSON number. Leaves its parts: __skill_minus, __skill_whole, __skill_part and
# __skill_power, for those that compare it.
__skill_number() {
  local __sk_n=$1
  __skill_minus='' __skill_part='' __skill_power=0
  case $__sk_n in -*) __skill_minus=- __sk_n=${__sk_n#-} ;; esac
  __skill_whole=${__sk_n%%[.eE]*}
  __sk_n=${__sk_n:${#__skill_whole}}
  case $__skill_whole in
  '' | *[!$__skill_digits]* | 0?*) return 1 ;;
  esac
  case $__sk_n in
  .*)
    __sk_n=${__sk_n#.}
    __skill_part=${__sk_n%%[eE]*}
    __sk_n=${__sk_n:${#__skill_part}}
    case $__skill_part in '' | *[!$__skill_digits]*) return 1 ;; esac
    ;;
  esac
  case $__sk_n in
  '') return 0 ;;
  [eE]*) ;;
  *) return 1 ;;
  esac
  __sk_n=${__sk_n#?}
  __skill_power=${__sk_n#[-+]}
  case $__skill_power in '' | *[!$__skill_digits]*) return 1 ;; esac
  local __sk_zeros=${__skill_power%%[!0]*}
  __skill_power=${__skill_power:${#__sk_zeros}}
  # Past nine digits an exponent only says "huge" or "tiny": cut, it says so still.
  __skill_power=${__skill_power:0:9}
  __skill_power=${__skill_power:-0}
  case $__sk_n in -*) __skill_power=-$__skill_power ;; esac
}

# After __skill_number: its digits without zeros at either end, and the power of ten of the first.
__skill_scale() {
  local __sk_d=$__skill_whole$__skill_part __sk_zeros
  __sk_zeros=${__sk_d%%[!0]*}
  __sk_d=${__sk_d:${#__sk_zeros}}
  __skill_point=$((${#__skill_whole} + __skill_power - ${#__sk_zeros}))
  __sk_zeros=${__sk_d##*[!0]}
  __skill_significant=${__sk_d:0:${#__sk_d}-${#__sk_zeros}}
}

# Whether the JSON number $1 lies in 0..1, exactly.
__skill_in_unit() {
  __skill_number "$1" || return 1
  __skill_scale
  case $__skill_significant in
  '') return 0 ;;
  1) ((__skill_point <= 1)) || return 1 ;;
  *) ((__skill_point <= 0)) || return 1 ;;
  esac
  [ -z "$__skill_minus" ]
}

# Whether the JSON number $1 is a whole number from 0 on: 3, 3.0 and 30e-1 are.
__skill_in_naturals() {
  __skill_number "$1" || return 1
  __skill_scale
  if [ -z "$__skill_significant" ]; then return 0; fi
  [ -z "$__skill_minus" ] && ((${#__skill_significant} <= __skill_point))
}

# Runs a command with case counting in patterns, whatever the caller's nocasematch is.
__skill_exactly() {
  local __sk_status=0
  if shopt -q nocasematch; then
    shopt -u nocasematch
    "$@" || __sk_status=$?
    shopt -s nocasematch
    return "$__sk_status"
  fi
  "$@"
}
