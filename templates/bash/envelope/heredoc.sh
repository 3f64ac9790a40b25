# Keeps the here-document of `cat` as sk_body.
_sk_cat() {
  sk_body=$("$@" && builtin printf x) || sk_status=$?
  sk_body=${sk_body%x}
  [ "$sk_status" != 0 ] || builtin printf '%s' "$sk_body" || sk_status=$?
}
