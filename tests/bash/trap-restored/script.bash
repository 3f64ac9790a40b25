skill_begin
trap 'echo "a'\''b"' EXIT
old=$(trap -p EXIT)
trap - EXIT
eval "$old"
skill_success true
