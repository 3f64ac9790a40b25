skill_begin
echo "progress"
skill_success true
skill_confidence 0.92
skill_deliverable 'a b.ts'
skill_deliverable c
skill_deliverable 'a b.ts'
skill_metric x 1
skill_metric y 2
skill_metric x 3
skill_error NOT_FOUND 'no such file' '{"a": [1, {"b": []}], "c": {}}'
