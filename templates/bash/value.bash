# ---- value: a JSON parser by builtins -------------------------------------------------------
# Reads the JSON text $1: __skill_kind is its type, __skill_tight the value on one line,
# __skill_wide the value over lines, those after the first indented by the blanks $2.
# Fails on whatever is not one JSON value, with the reason in __skill_why.
__skill_json() {
  __skill_kind='' __skill_tight='' __skill_wide='' __skill_why=''
  { __skill_exactly __skill_json_read "$1" "$2"; } 2>/dev/null
}

# A window onto the text is moved along: bash copies a string for every step.
__skill_json_read() {
  local LC_ALL=C
  local __sk_text=$1 __sk_pad=$2 __sk_size=${#1} __sk_at=0 __sk_w='' __sk_open='' __sk_want=value
  local __sk_run __sk_b __sk_s
  while :; do
    __skill_fill
    case $__sk_w in
    '')
      if [ "$__sk_want" = end ]; then return 0; fi
      __skill_why='it ends too early'
      return 1
      ;;
    $__skill_space*)
      __sk_run=${__sk_w%%$__skill_solid*}
      __sk_w=${__sk_w:${#__sk_run}}
      continue
      ;;
    esac
    __sk_s=${__sk_w:0:1}
    case $__sk_want:$__sk_s in
    value:[\{[] | first:[\{[]) __skill_json_open || return 1 ;;
    first:] | name1:\} | after:[]\}]) __skill_json_close || return 1 ;;
    value:\" | first:\")
      __skill_json_string || return 1
      __skill_json_leaf string
      ;;
    name:\" | name1:\")
      __skill_json_string || return 1
      __skill_json_line "$__sk_want"
      __skill_json_put "$__sk_s"
      __sk_want=middle
      ;;
    value:* | first:*) __skill_json_word || return 1 ;;
    middle::)
      __sk_w=${__sk_w#?}
      __skill_tight=$__skill_tight: __skill_wide="$__skill_wide: "
      __sk_want=value
      ;;
    after:,)
      __sk_w=${__sk_w#?}
      __skill_json_put ,
      case $__sk_open in *\{) __sk_want=name ;; *)
        __skill_json_line name
        __sk_want=value
        ;;
      esac
      ;;
    *)
      __skill_why='it is no JSON'
      return 1
      ;;
    esac
  done
}

# Keeps at least 64 characters in the window while there are any.
__skill_fill() {
  if ((${#__sk_w} < 64 && __sk_at < __sk_size)); then
    __sk_w=$__sk_w${__sk_text:__sk_at:1024}
    __sk_at=$((__sk_at + 1024))
  fi
}

__skill_json_put() {
  __skill_tight=$__skill_tight$1
  __skill_wide=$__skill_wide$1
}

# A new line in the wide form; the first one in an object goes one level deeper.
__skill_json_line() {
  if [ "$1" = name1 ]; then __sk_pad="$__sk_pad  "; fi
  __skill_wide=$__skill_wide$'\n'$__sk_pad
}

# What follows once a value is complete.
__skill_json_done() {
  if [ -z "$__sk_open" ]; then __sk_want=end; else __sk_want=after; fi
}

__skill_json_leaf() {
  if [ "$__sk_want" = first ]; then __skill_json_line name1; fi
  if [ -z "$__sk_open" ]; then __skill_kind=$1; fi
  __skill_json_put "$__sk_s"
  __skill_json_done
}

__skill_json_open() {
  if ((${#__sk_open} >= 512)); then
    __skill_why='it is nested more than 512 deep'
    return 1
  fi
  if [ "$__sk_want" = first ]; then __skill_json_line name1; fi
  if [ -z "$__sk_open" ]; then
    if [ "$__sk_s" = '{' ]; then __skill_kind=object; else __skill_kind=array; fi
  fi
  __sk_w=${__sk_w#?}
  __sk_open=$__sk_open$__sk_s
  __skill_json_put "$__sk_s"
  if [ "$__sk_s" = '{' ]; then __sk_want=name1; else __sk_want=first; fi
}

__skill_json_close() {
  case $__sk_s$__sk_open in
  \}*\{ | ]*[) ;;
  *)
    __skill_why='a bracket is closed by another'
    return 1
    ;;
  esac
  __sk_w=${__sk_w#?}
  __sk_open=${__sk_open%?}
  if [ "$__sk_want" = after ]; then
    __sk_pad=${__sk_pad%??}
    __skill_json_line name
  fi
  __skill_json_put "$__sk_s"
  __skill_json_done
}

__skill_json_word() {
  __sk_s=${__sk_w%%[!-+.$__skill_digits$__skill_lower$__skill_upper]*}
  while ((${#__sk_s} == ${#__sk_w} && __sk_at < __sk_size)); do
    __sk_w=$__sk_w${__sk_text:__sk_at:1024}
    __sk_at=$((__sk_at + 1024))
    __sk_s=${__sk_w%%[!-+.$__skill_digits$__skill_lower$__skill_upper]*}
  done
  __sk_w=${__sk_w:${#__sk_s}}
  case $__sk_s in
  true | false) __skill_json_leaf boolean ;;
  null) __skill_json_leaf null ;;
  *)
    if ! __skill_number "$__sk_s"; then
      __skill_why='it is no JSON'
      return 1
    fi
    __skill_json_leaf number
    ;;
  esac
}

# __sk_s: the string at the window's start as it is written, quotes included; half a surrogate
# pair and bytes that are not UTF-8 are U+FFFD from here on.
__skill_json_string() {
  __sk_w=${__sk_w#?}
  __sk_s=\"
  while :; do
    __skill_fill
    __sk_b=${__sk_w%%$__skill_stop*}
    __sk_w=${__sk_w:${#__sk_b}}
    __sk_s=$__sk_s$__sk_b
    __skill_fill
    case $__sk_w in
    \"*)
      __sk_w=${__sk_w#?}
      __sk_s=$__sk_s\"
      case $__sk_s in *$__skill_high*) __skill_json_mend ;; esac
      return 0
      ;;
    \\[\"\\/bfnrt]*)
      __sk_s=$__sk_s${__sk_w:0:2}
      __sk_w=${__sk_w:2}
      ;;
    \\u*) __skill_json_unit || return 1 ;;
    '')
      __skill_why='a string is not closed'
      return 1
      ;;
    $__skill_stop*)
      __skill_why='a string holds what must be escaped'
      return 1
      ;;
    esac
  done
}

__skill_json_mend() {
  local __sk_begin=0 __sk_out=''
  while ((__sk_begin < ${#__sk_s})); do
    __skill_block "$__sk_s"
    __sk_out=$__sk_out$__sk_b
  done
  __sk_s=$__sk_out
}

# One \uXXXX, or two that are a pair.
__skill_json_unit() {
  local __sk_hex=0123456789abcdefABCDEF
  case $__sk_w in
  \\u[dD][89abAB][$__sk_hex][$__sk_hex]\\u[dD][cdefCDEF][$__sk_hex][$__sk_hex]*)
    __sk_s=$__sk_s${__sk_w:0:12}
    __sk_w=${__sk_w:12}
    ;;
  \\u[dD][89abcdefABCDEF][$__sk_hex][$__sk_hex]*)
    __sk_s=$__sk_s'\ufffd'
    __sk_w=${__sk_w:6}
    ;;
  \\u[$__sk_hex][$__sk_hex][$__sk_hex][$__sk_hex]*)
    __sk_s=$__sk_s${__sk_w:0:6}
    __sk_w=${__sk_w:6}
    ;;
  *)
    __skill_why='an escape is wrong'
    return 1
    ;;
  esac
}
