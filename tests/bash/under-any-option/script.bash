skill_begin
skill_success true
skill_confidence 0.5
skill_deliverable '*'
skill_deliverable -n
skill_deliverable $'a  b\n\\c"\303\251\001\177\r\t'
skill_deliverable $'cut \303 \355\240\200 \360\237\230 \360\237\230\200.'
skill_metric m-1 1e3
skill_error E_X 'm* \ "' '{"k \ud83d": "v *\u00e9"}'
