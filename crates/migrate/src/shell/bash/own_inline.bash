# The script's own EXIT trap, in this shell because it waits for jobs: `exit` in it and a crash of it come by __skill_close.
__skill_own_exit() {
  builtin set +o posix
  builtin eval 'exit() { set -- "${1-$?}"; [ "$BASH_SUBSHELL" != "$__skill_level" ] || { { [ "$1" = "$__skill_rc" ] || __skill_command=; __skill_close "$1"; } 2>/dev/null; __skill_tell; set -- "$__skill_rc"; }; builtin exit "$1"; }'
  case $- in
    *e*)
      builtin set -E
      builtin trap '[ "$BASH_SUBSHELL" != "$__skill_level" ] || { { __skill_close "$?"; } 2>/dev/null; __skill_tell; }' ERR
      ;;
  esac
  if __skill_return "${__skill_last:-$__skill_rc}"; then
    builtin eval "$__skill_own"
  else
    builtin eval "$__skill_own"
  fi
  builtin trap - ERR
}
