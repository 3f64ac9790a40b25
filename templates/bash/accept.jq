# Checks that it is an envelope of a known major version. Then returns its status, or the
# arguments of that status' handler as words of the shell.
($mode | split(":")) as $asked
| if $read.why then $read.why, ("" | halt_error(4))
else
  # The version is checked first, because fields of another major version may differ.
  ($read.value | if type == "object" then .schema_version else null end) as $stated
  | (if ($stated | type) == "string" then $stated | split(".") else [] end) as $parts
  | if ($parts | length) > 1 and $parts[0] != $asked[1] and ($parts[0] | explode | all(. >= 48 and . <= 57)) then
      "schema_version " + $stated + " is not of major " + $asked[1], ("" | halt_error(6))
    else
  [told] as $issues
  | if $issues != [] then
      "no helper envelope: " + ($issues[0] | (if .p == "" then "" else .p + ": " end) + message), ("" | halt_error(6))
    elif $asked[0] == "accept" then $read.value.status
    else
      $read.value
      | if .status == "ok" then ["3", tojson]
        elif .status == "partial" then ["4", tojson, (.skipped_sources | tojson)]
        else [if .status == "error" then "5" else "6" end, .error.code, .error.message]
        end
      | @sh
    end
  end
end
