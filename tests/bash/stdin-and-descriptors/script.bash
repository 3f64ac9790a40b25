exec 3<<<three
skill_begin
exec 4<<<four
read -r a
read -r b
read -r c <&3
read -r d <&4
skill_deliverable "$a$b$c$d"
