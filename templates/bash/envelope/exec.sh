# ---- exec ----
# Does this command run a script that prints the envelope itself?
_sk_prints() {
  local sk_file="${1-}" sk_line='' sk_n=0 sk_run=''
  case ${sk_file##*/} in
  bash | sh | dash | ash)
    sk_run=1
    [ "$#" = 0 ] || shift
    while :; do
      case ${1-} in
      -?*) shift ;;
      *) break ;;
      esac
    done
    sk_file=${1-}
    ;;
  esac
  case $sk_run$sk_file in
  '' | 1 | */*) ;;
  1*) ;;
  *) sk_file=$(command -v -- "$sk_file") || return 1 ;;
  esac
  [ -f "$sk_file" ] && [ -r "$sk_file" ] || return 1
  [ -n "$sk_run" ] || [ -x "$sk_file" ] || return 1
  while [ "$sk_n" -lt 400 ] && IFS= builtin read -r sk_line; do
    case $sk_n$sk_line in
    *'/skill-envelope.'*'" |'?' '* | *'/skill-envelope.'*\"\'\|?* | *'__skill_begin '?' "$'* | *'# >>> skill'?'envelope'*) return 0 ;;
    0\#!*) ;;
    0*) case $sk_file in *.sh | *.bash) ;; *) return 1 ;; esac ;;
    esac
    sk_n=$((sk_n + 1))
  done <"$sk_file"
  return 1
}
