[[ abc =~ b(c) ]]
before=$(set +o; shopt -p; IFS=; printf %q "$IFS$*"; ulimit -n)
skill_begin
skill_deliverable $'x\001'
skill_error A b '{"a":1}'
after=$(set +o; shopt -p; IFS=; printf %q "$IFS$*"; ulimit -n)
[ "$before" = "$after" ] || echo "options"
[ "$1/$2" = "first/the second" ] || echo "arguments"
[ -z "${LC_ALL+x}" ] || echo "locale"
[ "${BASH_REMATCH[1]}" = c ] || echo "match"
skill_success true
