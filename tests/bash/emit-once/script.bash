skill_begin
skill_success true
skill_emit
echo after
skill_emit --compact
skill_deliverable late || echo "refused $?"
exit 5
