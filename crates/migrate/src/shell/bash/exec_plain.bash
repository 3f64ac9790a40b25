builtin local __skill_lines=
builtin printf -v __skill_lines '%*s' "$((BASH_LINENO[0] > __skill_there ? BASH_LINENO[0] - __skill_there : 0))" ''
builtin eval "${__skill_lines// /$'\n'}command exec \"\$@\""
