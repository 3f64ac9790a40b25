skill_begin
skill_data a '[1, {"b":null}]'
skill_data b '"x"'
skill_data a 2
