skill_begin
skill_success true
exit 2
