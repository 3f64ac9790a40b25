# Does this command run a script that prints the envelope itself?
__skill_prints() {
  local file="${1-}" line= n=0 run=
  case ${file##*/} in
    bash|sh|dash|ash)
      run=1
      [ "$#" = 0 ] || shift
      while :; do
        case ${1-} in
          -?*) shift ;;
          *) break ;;
        esac
      done
      file=${1-}
      ;;
  esac
  case $run$file in
    ''|1|*/*) ;;
    1*) ;;
    *) file=$(command -v -- "$file") || return 1 ;;
  esac
  [ -f "$file" ] && [ -r "$file" ] || return 1
  [ -n "$run" ] || [ -x "$file" ] || return 1
  while [ "$n" -lt 400 ] && IFS= builtin read -r line; do
    case $n$line in
      *'__skill_begin 1 "$'*) return 0 ;;
      0\#!*) ;;
      0*) case $file in *.sh|*.bash) ;; *) return 1 ;; esac ;;
    esac
    n=$((n + 1))
  done < "$file"
  return 1
}
