case $__skill_on in ?*) __skill_channel ;; esac
case $__skill_on$__skill_q in 1?*) EXEC 8>>"$__skill_q" 7<"$__skill_q" ;; esac
