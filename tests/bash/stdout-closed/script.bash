exec >&-
skill_begin
skill_success true
