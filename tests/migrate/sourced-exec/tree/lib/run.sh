launch() {
  exec "$@"
}
