# A command that prints an envelope itself takes the script's place, with the caller's stdout: its envelope is the one.
if __skill_prints "$@"; then
  builtin exec "$@" 1>&9 9>&-
fi
