report() { (skill_handle_error "$@" && skill_emit --compact) || echo "status $?"; }
report timeout 30
report 124
report rate-limit 5
report rate-limit
report invalid-input 'topics: is "no" list'
report tool-missing jq
report 127
report 3 make
report
report 0
report sometimes
