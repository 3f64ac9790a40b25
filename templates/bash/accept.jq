# What a consumer asks first: is it an envelope, of a major that is known? Then its status.
($mode | ltrimstr("accept:")) as $major
| if $read.why then $read.why, ("" | halt_error(4))
else
  [told] as $issues
  | if $issues != [] then
      "no helper envelope: " + ($issues[0] | (if .p == "" then "" else .p + ": " end) + message), ("" | halt_error(6))
    elif ($read.value.schema_version | split(".")[0]) != $major then
      "schema_version " + $read.value.schema_version + " is not of major " + $major, ("" | halt_error(6))
    else $read.value.status
    end
end
