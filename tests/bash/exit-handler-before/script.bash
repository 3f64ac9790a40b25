skill_begin
exit 4
