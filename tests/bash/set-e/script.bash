skill_begin
false
echo no
