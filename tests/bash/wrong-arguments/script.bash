skill_begin
skill_confidence 0.25
for a in '1.5' '-0.1' 'abc' '' 'NaN' '.5' '1.' '01' '+1' '1,5' '1e1' '0x1' 'true' ' 1' 'Infinity' '1e999999999999' $'1\n'; do
  skill_confidence "$a" && echo "taken: $a"
done
skill_confidence
skill_confidence 0.1 0.2
skill_metric a NaN
skill_metric a
skill_metric
skill_metric files_created 1.5
skill_metric files_created -1
skill_error
skill_error A
skill_error A b c
skill_error A b '[]'
skill_error A b '{} {}'
skill_error A b '{a:1}'
skill_error A b '{"a":1,}'
skill_error lower b
skill_error A ''
skill_deliverable
skill_deliverable ''
skill_deliverable a b
skill_success
skill_success yes
skill_success TRUE
skill_emit --wide
skill_begin now
:
