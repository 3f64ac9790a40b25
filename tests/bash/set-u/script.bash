skill_begin
echo "$nope"
