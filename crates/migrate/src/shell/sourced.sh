# Sourced by a script that has no envelope: the edited lines do what they did before.
__skill_say() {
  shift
  "$@"
}
__skill_trap() {
  builtin trap "$@"
}
__skill_exec() {
  command exec "$@"
}
