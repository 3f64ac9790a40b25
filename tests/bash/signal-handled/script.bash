skill_begin
trap 'echo "own $1"' TERM HUP
kill -TERM $$
kill -HUP $$
skill_success true
