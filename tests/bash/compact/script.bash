skill_begin --compact
skill_deliverable a
skill_deliverable b
skill_metric m 1
skill_metric n 2
skill_error A b '{"a" : [ 1 , 2 ] }'
skill_error B c
skill_success true
