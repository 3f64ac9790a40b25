ends() { if ("$@"; skill_emit --compact); then echo "status 0"; else echo "status $?"; fi }
ends skill_error GONE "journal.md: no such file"
ends skill_status error
ends skill_success false
ends skill_handle_error timeout 30
ends skill_handle_error tool-missing jq
ends skill_skipped journal.md
ends skill_data a 1
