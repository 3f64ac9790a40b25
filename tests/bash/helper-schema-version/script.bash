skill_begin --schema-version=2.1.0
skill_begin --schema-version=2.. 2>/dev/null || skill_data refused "\"$?\""
