# What a consumer asks first: is it an envelope, of a major that is known? Then its status, or all
# that a handler of that status wants to know, in words of the shell.
($mode | split(":")) as $asked
| if $read.why then $read.why, ("" | halt_error(4))
else
  # The version is read before anything else: fields of another major are nothing to judge.
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
