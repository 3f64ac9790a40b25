skill_begin
skill_metric rows 3
(skill_metric files 2)
skill_deliverable /
skill_confidence 0.7
skill_say value.ID=7 echo ID=7
skill_say error echo "ERROR: disk full"
skill_data metrics '{"own":1}'
