skill_begin
skill_status tool-missing
skill_error TOOL_MISSING "jq is not installed"
exit 127
