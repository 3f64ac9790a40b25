# ---- accept: the consumer's side -------------------------------------------------------------

# skill_accept MAJOR FILE|-: prints the status of a helper envelope whose schema_version has that
# major, so that a consumer can tell what to do:
#   case $(skill_accept 1 gathered.json) in
#     ok) ;;            # use it
#     partial) ;;       # use it, and tell what was skipped
#     tool-missing) ;;  # tell how to install the tool
#     error) ;;         # fall back
#     *) ;;             # another major, or no envelope: fall back
#   esac
# Status 0 accepted, 1 not (one line on stderr says why), 2 unreadable.
skill_accept() {
  case $#:${1-} in
  2:0 | 2:[123456789] | 2:[123456789][0123456789]*) ;;
  *)
    printf '%s\n' 'skill_accept: takes a major version and one file, or - for stdin' >&2 || :
    return 2
    ;;
  esac
  __skill_table skill_accept "$2" "accept:$1"
}

# skill_dispatch MAJOR FILE|- OK PARTIAL ERROR TOOL_MISSING: calls one of four commands, by the status
# of a helper envelope of that major:
#   OK DOCUMENT; PARTIAL DOCUMENT SKIPPED; ERROR CODE MESSAGE; TOOL_MISSING CODE MESSAGE
# The status is that of what was called. 1 not accepted, 2 unreadable: one line on stderr, and
# nothing is called.
skill_dispatch() {
  case $#:${1-} in
  6:0 | 6:[123456789] | 6:[123456789][0123456789]*) ;;
  *)
    printf '%s\n' 'skill_dispatch: takes a major version, one file, or - for stdin, and four commands' >&2 || :
    return 2
    ;;
  esac
  local __sk_words
  __sk_words=$(__skill_table skill_dispatch "$2" "dispatch:$1" || exit "$?") || return
  # Words in single quotes, from the filter.
  eval "set -- \"\$@\" $__sk_words"
  case $7 in
  3) "$3" "$8" ;;
  4) "$4" "$8" "$9" ;;
  5) "$5" "$8" "$9" ;;
  *) "$6" "$8" "$9" ;;
  esac
}
