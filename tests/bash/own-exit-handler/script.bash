f() { echo "bye $? $1"; }
skill_begin
trap "f 'it'" EXIT
exit 4
