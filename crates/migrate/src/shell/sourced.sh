# Sourced by a script that has no envelope: the edited lines do what they did before. Where it has one, what that lacks.
command -v __skill_say >/dev/null 2>&1 || __skill_say() {
  shift
  "$@"
}
command -v __skill_trap >/dev/null 2>&1 || __skill_trap() {
  builtin trap "$@"
}
command -v __skill_exec >/dev/null 2>&1 || __skill_exec() {
  command exec "$@"
}
