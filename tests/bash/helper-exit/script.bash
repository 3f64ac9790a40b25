skill_begin
skill_data x 1
exit 2
