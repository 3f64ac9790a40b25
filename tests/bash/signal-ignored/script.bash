skill_begin
skill_success true
kill -TERM $$
kill -INT $$
trap - INT
kill -INT $$
echo no
