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
  __skill_filtered skill_accept "$2" "accept:$1" "${__skill_table[@]}"
}
