skill_begin
skill_status ok
skill_error GONE "journal.md: no such file"
