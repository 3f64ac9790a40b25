# A command that prints a part of this script gets the lines that were edited as they were.
__skill_read() {
  __skill_call=$*
  for __skill_q do
    shift
    if [ "$__skill_q" = FILE ] && [ -r "$__skill_q" ]; then
      __skill_file=$__skill_q __skill_q=/dev/stdin
    fi
    set -- "$@" "$__skill_q"
  done
  if [ "$__skill_q" = /dev/stdin ]; then
    ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"
  else
    "$@"
  fi
}
