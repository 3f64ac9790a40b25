# Sourced by a script that has no envelope, or run by a caller that wants the text: the edited lines do what they did before.
# Sourced by a script that has one: what that lacks.
command -v __skill_say >/dev/null 2>&1 || __skill_say() {
  shift
  "$@"
}
command -v __skill_trap >/dev/null 2>&1 || __skill_trap() {
  builtin trap "$@"
}
command -v __skill_exec >/dev/null 2>&1 || __skill_exec() {
  #EXEC
}
