# The script's own EXIT trap, in a subshell where it may exit, fail or end by `set -u` without taking the envelope along.
__skill_own_exit() {
  builtin local __s_by="$__skill_by" __s_status=
  (
    case $__skill_flags in *u*) builtin set -u ;; esac
    case $__skill_flags in *f*) builtin set -f ;; esac
    case $__skill_flags in *x*) builtin set -x ;; esac
    case $__skill_flags in *e*) builtin set -e ;; esac
    if __skill_return "${__skill_last:-$__skill_rc}"; then
      builtin eval "$__skill_own"
    else
      builtin eval "$__skill_own"
    fi
    builtin exit "$__skill_rc"
  )
  __s_status=$?
  [ "$__skill_by" != "$__s_by" ] || __skill_rc=$__s_status
}
