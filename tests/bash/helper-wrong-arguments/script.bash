skill_begin
skill_data status 1
skill_data x
skill_data x nan
skill_data x "{"
skill_data skipped_sources 1
skill_status OK
skill_error a
skill_error a b c
skill_data Status 1
