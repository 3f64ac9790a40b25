skill_begin
skill_skipped "a b"
skill_skipped c
skill_data x true
