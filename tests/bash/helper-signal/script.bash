skill_begin
kill -TERM $$
:
