printf '%s' '{"success":true,"confidence":1.5,"deliverables":["a",""],"metrics":{"execution_time_ms":1.5},"errors":[],"x":null}' >text.json
skill_check text.json
echo "status $?"
skill_check - <text.json >/dev/null
echo "status $?"
skill_emit | skill_check -
echo "status $?"
skill_check || echo "status $?"
skill_check . || echo "status $?"
(PATH=; skill_check text.json) || echo "status $?"
