skill_begin
(exit 3)
x=$(echo hi; exit 2)
(trap 'echo sub' EXIT; :)
sleep 0.01 &
wait
true | false
(skill_emit)
echo a | while read -r f; do skill_deliverable "$f"; done
skill_deliverable "$x"
