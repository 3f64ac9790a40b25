on_ok() { printf 'ok %s %s\n' "$#" "$1"; }
on_partial() { printf 'partial %s %s\n' "$#" "$2"; }
on_error() { printf 'error %s [%s] [%s]\n' "$#" "$1" "$2"; }
on_tool() {
  printf 'tool %s [%s] [%s]\n' "$#" "$1" "$2"
  return 7
}
made() { printf '{"schema_version":"1.2.0","status":"%s","error":%s,"agent":"claude","ts":"2026-05-01T09:30:00Z"%s}' "$@"; }
route() { skill_dispatch 1 "$1" on_ok on_partial on_error on_tool || echo "status $?"; }
made ok null ',"a": 1' >envelope.json
route envelope.json
made partial '{"code":"A","message":"b"}' ',"skipped_sources":["a b","it'"'"'s"]' | route -
made error '{"code":"A *","message":"it'"'"'s\n$(echo no)"}' '' | route -
made tool-missing '{"code":"NO_JQ","message":"jq"}' '' | route -
echo '{}' | route -
route nowhere.json
skill_dispatch 2 envelope.json on_ok on_partial on_error on_tool || echo "status $?"
skill_dispatch 1 envelope.json on_ok || echo "status $?"
