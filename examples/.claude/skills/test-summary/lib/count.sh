# Sourced by scripts/summarize.sh: counts lines of a log that begin with a text.
count_lines() {
  local text="$1" log="$2"
  grep -c "^$text" "$log" || true
}
