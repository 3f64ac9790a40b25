__skill_begin() {
  # $1 the version of this text, $2 the file it stands in. What is to be opened is left in __skill_q: to `exec` redirections in
  # a function costs an old bash, which is the sh of some systems, the script's "$@".
  builtin unset __skill_q __skill_on __skill_level __skill_dir __skill_self __skill_rc __skill_by __skill_last __skill_flags __skill_command __skill_ending __skill_closed __skill_lost __skill_own __skill_errors __skill_first __skill_failed __skill_confidence __skill_part __skill_part_kinds __skill_flush __skill_list __skill_sub __skill_token __skill_values || :
  __skill_q= __skill_on= __skill_rc=0 __skill_by= __skill_last= __skill_flags= __skill_command= __skill_ending= __skill_closed= __skill_lost= __skill_own= __skill_errors= __skill_first=null __skill_failed= __skill_confidence= __skill_part= __skill_part_kinds= __skill_flush= __skill_list= __skill_sub= __skill_token= __skill_count=0 __skill_metrics=0 __skill_values=
  __skill_dir=$PWD __skill_self=$2
  case $2 in /*) ;; *) __skill_self=$PWD/$2 ;; esac
  __skill_pid
  __skill_level=$__skill_q
  # Where a standard descriptor is closed, the shell may open the script at its number.
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
  #OPENED
  builtin trap '__skill_end "$?"' EXIT
  __skill_arm HUP INT PIPE ALRM TERM USR1 USR2 ABRT XCPU XFSZ QUIT || :
  #TRAP
}
