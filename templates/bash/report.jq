# ---- a report ----
def report($method; $output; $errors):
  "{\"success\":\($errors == []),\"parse_method\":\"\($method)\",\"output\":\($output),\"errors\":\($errors | tojson)}";
def failed: report("validation_failed"; "{\"success\":false,\"confidence\":0,\"deliverables\":[],\"metrics\":{},\"errors\":[]}"; .);
def parse($options):
  without_escapes
  | . as $text
  | find as $found
  | if $found.envelope then
      ($found.envelope | problems($options.strict)) as $errors
      | if $errors == [] then report("json"; $found.envelope | explode | map(if . == 10 or . == 13 then 32 else . end) | implode; []) else $errors | failed end
    else
      ((if $found.rest then $found.rest | problems($options.strict) else [] end)
       + (if $found.line then [one(""; "JSON parsing failed: the object that begins in line \($found.line) \($found.how)")] else [] end)) as $errors
      | if $options.legacy | not then
          (if $errors == [] or any($errors[]; .message | startswith("JSON parsing"))
           then [one(""; "JSON parsing failed and legacy parsing disabled")] else [] end) + $errors | failed
        elif $errors != [] then $errors | failed
        else
          ($text | cut_off_object) as $line
          | if $line then [one(""; "JSON parsing failed: the object that begins in line \($line) is cut off")] | failed else
          ($text | legacy($options.confidence; $options.exit_code)) as $legacy
          | if $legacy then report("legacy"; $legacy; []) else [one(""; "The output is empty: no JSON and no text to read")] | failed end
          end
        end
    end;
($mode[6:] | fromjson) as $options
| if $options.batch then
    split("\n")[] | select(. != "")
    | (try fromjson catch null) as $output
    | if ($output | type) == "string" then $output | parse($options)
      else [one(""; "the line is no JSON string")] | failed end
  else
    parse($options) | ., (if startswith("{\"success\":true") then empty else "" | halt_error(1) end)
  end
