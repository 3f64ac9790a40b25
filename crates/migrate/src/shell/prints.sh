# Does this command run a script that prints the envelope itself?
__skill_prints() {
  builtin local __s_file="${1-}" __s_line= __s_n=0 __s_run=
  case ${__s_file##*/} in
    bash|sh|dash|ash)
      __s_run=1
      [ "$#" = 0 ] || shift
      while :; do
        case ${1-} in
          -?*) shift ;;
          *) break ;;
        esac
      done
      __s_file=${1-}
      ;;
  esac
  case $__s_run$__s_file in
    ''|1|*/*) ;;
    1*) ;;
    *) __s_file=$(command -v -- "$__s_file") || return 1 ;;
  esac
  [ -f "$__s_file" ] && [ -r "$__s_file" ] || return 1
  [ -n "$__s_run" ] || [ -x "$__s_file" ] || return 1
  while [ "$__s_n" -lt 400 ] && IFS= builtin read -r __s_line; do
    case $__s_n$__s_line in
      *'__skill_begin 1 "$'*|*'/skill-envelope.bash" |'?' '*) return 0 ;;
      0\#!*) ;;
      0*) case $__s_file in *.sh|*.bash) ;; *) return 1 ;; esac ;;
    esac
    __s_n=$((__s_n + 1))
  done < "$__s_file"
  return 1
}
