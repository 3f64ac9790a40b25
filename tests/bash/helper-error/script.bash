skill_begin
skill_error GONE "journal.md: no such file"
skill_data a 1
