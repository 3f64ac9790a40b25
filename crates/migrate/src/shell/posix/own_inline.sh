# The script's own EXIT trap, in this shell because it waits for jobs.
__skill_own_exit() {
  case $__skill_flags in *f*) builtin set -f ;; esac
  case $__skill_flags in *x*) builtin set -x ;; esac
  if __skill_return "${__skill_last:-$__skill_rc}"; then
    builtin eval "$__skill_own"
  else
    builtin eval "$__skill_own"
  fi
}
