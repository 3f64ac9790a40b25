skill_begin
skill_deliverable a
. ./helper.sh
skill_begin
skill_deliverable b
