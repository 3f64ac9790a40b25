# ---- state: set once a process, so that sourcing again loses nothing ------------------------
if [ "${__skill_owner-}" != "$$" ]; then
  __skill_owner=$$ __skill_out='' __skill_level='' __skill_compact=$__skill_style __skill_done=''
  __skill_leaving='' __skill_sig='' __skill_late='' __skill_status=0 __skill_ignored=' '
  __skill_on_EXIT='' __skill_on_HUP='' __skill_on_INT='' __skill_on_TERM='' __skill_on_PIPE=''
  __skill_on_ALRM='' __skill_on_USR1='' __skill_on_USR2='' __skill_on_XCPU=''
  __skill_tick="'\\''" __skill_doc='' __skill_r=''
  __skill_start
fi
