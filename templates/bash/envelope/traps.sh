# ---- traps that few scripts have ----
# `trap` and `trap -p`: what the script has set, not what the envelope has.
_sk_traps() {
  local sk_s="$_sk_own" sk_out='' sk_line=''
  case " $* " in
  '  ' | ' -p ' | *' EXIT '* | *' 0 '*)
    while :; do
      sk_out=$sk_out${sk_s%%\'*}
      case $sk_s in *\'*) ;; *) break ;; esac
      sk_out=$sk_out"'\\''"
      sk_s=${sk_s#*\'}
    done
    [ -z "$_sk_own" ] || builtin printf "trap -- '%s' EXIT\n" "$sk_out"
    ;;
  esac
  builtin eval 'builtin trap "$@"' | while IFS= builtin read -r sk_line; do
    case $sk_line in
    "trap -- '_sk_"*) ;;
    *) builtin printf '%s\n' "$sk_line" ;;
    esac
  done
}
