launch() {
  exec "$@"
}
hello() { echo hello; }
