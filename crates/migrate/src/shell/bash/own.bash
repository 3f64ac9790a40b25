# The script's own EXIT trap, in a subshell where it may exit, fail or end by `set -u` without taking the envelope along.
__skill_own_exit() {
  builtin local __s_errexit= __s_status= __s_by="$__skill_by"
  case $- in *e*) __s_errexit=1 ;; esac
  builtin set +e
  (
    [ -z "$__skill_err_own" ] || builtin eval "$__skill_err"
    [ -z "$__s_errexit" ] || builtin set -e
    if __skill_return "${__skill_last:-$__skill_rc}"; then
      builtin eval "$__skill_own"
    else
      builtin eval "$__skill_own"
    fi
    builtin exit "$__skill_rc"
  )
  __s_status=$?
  [ "$__s_status" = "$__skill_rc" ] || __skill_command=
  [ "$__skill_by" != "$__s_by" ] || __skill_rc=$__s_status
}
