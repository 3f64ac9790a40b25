skill_success false
skill_emit --compact
skill_emit
