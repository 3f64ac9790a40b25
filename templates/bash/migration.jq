# Steps that convert inputs of an older version to a newer one, for jq 1.6 or newer.

#= at:
def at($path; change):
  if ($path | length) == 0 then change
  elif $path[0] == null then
    if type == "array" then map(at($path[1:]; change)) else . end
  elif type == "object" and has($path[0]) then
    . as $whole | $whole + {($path[0]): ($whole[$path[0]] | at($path[1:]; change))}
  else . end;

#= wrap:
def wrap: if type == "array" then . else [.] end;

#= rename:
def rename($from; $to):
  if type == "object" and has($from) and (has($to) | not)
  then with_entries(if .key == $from then .key = $to else . end)
  else . end;

#= fill:
def fill($name; $value): if type == "object" and (has($name) | not) then . + {($name): $value} else . end;

#= leave_out:
def leave_out($name): if type == "object" then del(.[$name]) else . end;

#= numeral:
def numeral(form):
  type == "string" and test(form) and (gsub("[-.]"; "") | length) <= 15;

#= to_integer: numeral
def to_integer: if numeral("\\A-?(0|[1-9][0-9]*)\\z") then tonumber else . end;

#= to_number: numeral
def to_number: if numeral("\\A-?(0|[1-9][0-9]*)(\\.[0-9]+)?\\z") then tonumber else . end;

#= to_boolean:
def to_boolean:
  if type != "string" then .
  else (ascii_downcase | if . == "true" then [true] elif . == "false" then [false] else [] end) as $read
    | if $read == [] then . else $read[0] end
  end;

#= to_string:
def to_string:
  if type == "boolean" then tostring
  elif type == "number" and . == 0 then "0"
  elif type == "number" and (fabs | . >= 0.0001 and . < 1e15) then . * 1 | tostring
  else . end;
