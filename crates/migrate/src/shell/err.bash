builtin trap '__skill_err_rc=$? __skill_err_line=$LINENO __skill_err_command=$BASH_COMMAND' ERR
builtin set -E
