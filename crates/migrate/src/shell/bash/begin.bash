__skill_begin() {
  # $1 the version of this text, $2 the file it stands in: where that is sourced by another script, nothing is taken over.
  # A limit of nested calls that the caller gives is one for the script alone, which had fewer of them.
  # What is to be opened then is left in __skill_q: to `exec` redirections in a function costs bash 3.2 to 4.1 the script's "$@".
  builtin unset -v FUNCNEST __skill_q __skill_on __skill_level __skill_dir __skill_self __skill_rc __skill_by __skill_last __skill_at __skill_flags __skill_command __skill_ending __skill_closed __skill_lost __skill_own __skill_inline __skill_errors __skill_first __skill_failed __skill_confidence __skill_part __skill_part_kinds __skill_flush __skill_list __skill_sub __skill_values __skill_err __skill_err_own __skill_err_rc __skill_err_line __skill_err_command __skill_here || :
  __skill_q= __skill_on= __skill_rc=0 __skill_by= __skill_last= __skill_at= __skill_flags= __skill_command= __skill_ending= __skill_closed= __skill_lost= __skill_own= __skill_errors= __skill_first=null __skill_failed= __skill_confidence= __skill_part= __skill_part_kinds= __skill_flush= __skill_list= __skill_sub= __skill_count=0 __skill_metrics=0 __skill_values= __skill_err= __skill_err_own=${3-} __skill_err_rc= __skill_err_line= __skill_err_command=
  __skill_level=$BASH_SUBSHELL __skill_dir=$PWD __skill_self=$2 __skill_here=${BASH_LINENO[0]}
  [ "$2" = "$0" ] || return 0
  case $2 in /*) ;; *) __skill_self=$PWD/$2 ;; esac
  # Where a standard descriptor is closed, the shell opens the script at its number.
  if ! { builtin true 9>&1; } 2>/dev/null || [ /dev/fd/1 -ef "$2" ]; then
    # No stdout: what is printed fails as it did, and the envelope is lost, which the end says.
    __skill_q=none
  elif builtin true 1>&2 && ! [ /dev/fd/2 -ef "$2" ]; then
    __skill_q=err
  else
    __skill_q=null
  fi
  __skill_on=1
  #CONSTANTS
}
__skill_go() {
  # The script is the envelope's from here on.
  [ -n "$__skill_on" ] || return 0
  #OPENED
  __skill_watch
}
__skill_watch() {
  builtin trap '__skill_end "$?" "$BASH_COMMAND" "$LINENO"' EXIT
  __skill_arm HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ
  #TRAP
  # Before 4.2 an ERR trap costs the script its PIPESTATUS.
  case $BASH_VERSION in 3.*|4.[01].*) __skill_err_own=old ;; esac
  if [ -z "$__skill_err_own" ]; then
    builtin trap '__skill_err_rc=$? __skill_err_line=$LINENO __skill_err_command=$BASH_COMMAND; case ${FUNCNAME-} in __skill_say) __skill_err_line=${BASH_LINENO[0]} __skill_err_command=$* ;; __skill_read) __skill_err_line=${BASH_LINENO[0]} __skill_err_command=$__skill_call ;; esac' ERR
    builtin set -E
  fi
}
