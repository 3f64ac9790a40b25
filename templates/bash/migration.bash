# {{function}} [FILE|-] reads one document (from FILE, or from standard input) and prints it in the
# form of the new version. Exit status 2, with one line on stderr, if the file, the document or jq
# is missing.
{{function}}() {
  local __sk_file=${1:--} __sk_filter __sk_told='' __sk_status=0
  # shellcheck disable=SC2016
  __sk_filter='{{filter}}'
  if [ "$__sk_file" = - ]; then
    __sk_told=$(command jq -cs "$__sk_filter" 2>/dev/null) || __sk_status=$?
  elif [ -d "$__sk_file" ] || [ ! -r "$__sk_file" ]; then
    __sk_status=3
  else
    __sk_told=$(command jq -cs "$__sk_filter" 2>/dev/null <"$__sk_file") || __sk_status=$?
  fi
  case $__sk_status in
  0)
    printf '%s\n' "$__sk_told"
    return
    ;;
  3) __sk_told='no such file, or not to be read' ;;
  5 | 4 | 2) __sk_told='not one JSON document' ;;
  126 | 127) __sk_told='jq is not installed; 1.6 or newer is needed' ;;
  *) __sk_told="jq gave up with status $__sk_status; 1.6 or newer is needed" ;;
  esac
  # One line for any file name.
  printf '%s\n' "{{function}}: ${__sk_file//[[:cntrl:]]/?}: $__sk_told" >&2
  return 2
}
