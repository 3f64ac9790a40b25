# Converts a skill's output to the report of `skillgen parse`: the last envelope in the text or, without
# one, legacy text. The input is the whole text; $mode holds the options. Strings are read by character
# codes and positions, and lists are collected instead of appended to, because jq copies what it cuts or
# appends to.
def fields: ["success", "confidence", "deliverables", "metrics", "errors"];
def is_field: . as $word | fields | any(.[]; . == $word);
def white: (. >= 9 and . <= 13) or . == 32 or . == 133 or . == 160 or . == 5760 or (. >= 8192 and . <= 8202)
  or . == 8232 or . == 8233 or . == 8239 or . == 8287 or . == 12288;
# The position after the match of f, before $stop.
def skip($t; $stop; f): until(. >= $stop or ($t[.] | f | not); . + 1);
def back($t; $start; f): until(. <= $start or ($t[. - 1] | f | not); . - 1);
def trim_by(f): explode as $t | (0 | skip($t; $t | length; f)) as $from | $t[$from:($t | length | back($t; $from; f))] | implode;

# ---- terminals ---- The text after an ESC without the rest of the sequence, and whether a title continues
# after the next ESC.
def behind_escape:
  [match("^[ -/]*(?:\\[[ -?]*[@-~]?|([]PX^_][^\u0007\n\r]*)\u0007?|[0-~])?")][0] as $sequence
  | ($sequence.length // 0) as $length
  | {
      rest: .[$length:],
      title: (($sequence.captures[0].length // 0) > 0 and $length == length and ($sequence.string | endswith("\u0007") | not))
    };
def without_escapes:
  if index("\u001b") == null then .
  else
    split("\u001b")
    | [.[0], (foreach .[1:][] as $piece ({};
        if $piece == "" then {rest: ""}
        elif .title and ($piece | startswith("\\")) then {rest: $piece[1:]}
        else $piece | behind_escape end;
        .rest))]
    | add
  end;

# ---- JSON in a text ----
def text_run($t): until($t[.] as $c | $c == null or $c < 32 or $c == 34 or $c == 92; . + 1);
def end_of_text($t):
  {at: text_run($t), on: true}
  | until(.on and $t[.at] == 92 | not;
      $t[.at + 1] as $e
      | if $e == 117 then
          (.at + 6) as $stop
          | (.at + 2) as $hex
          | ($hex | skip($t; $stop; . != null and ((. >= 48 and . <= 57) or (. >= 65 and . <= 70) or (. >= 97 and . <= 102)))) as $at
          | .on = ($at == $stop)
          | .at = (if .on then $at | text_run($t) else $at end)
        elif $e == 34 or $e == 92 or $e == 47 or $e == 98 or $e == 102 or $e == 110 or $e == 114 or $e == 116 then
          .at = (.at + 2 | text_run($t))
        else .at += 1 | .on = false
        end)
  | .at;
def json_blank: . == 32 or . == 10 or . == 9 or . == 13;
def skip_json($t; f): until($t[.] as $c | $c == null or ($c | f | not); . + 1);
# {at, ok}: the position after a number or a literal, or of the first invalid character.
def end_of_word($t):
  . as $from
  | ({"116": "true", "102": "false", "110": "null"}[$t[$from] | tostring]) as $literal
  | if $literal != null then
      ($literal | explode) as $codes
      | ($codes | length) as $length
      | {at: $from}
      | until(.at - $from == $length or $t[.at] != $codes[.at - $from]; .at += 1)
      | .ok = (.at - $from == $length)
    else
      (skip_json($t; (. >= 48 and . <= 57) or . == 43 or . == 45 or . == 46 or . == 69 or . == 101)) as $stop
      | ($t[$from:$stop] | implode) as $word
      | ($word | match("^-?((0|[1-9][0-9]*)(\\.[0-9]*)?)?").string) as $plain
      | ($from + ($plain | length)) as $at
      | if $plain == "" or $plain == "-" or ($plain | endswith(".")) then {at: $at, ok: false}
        else
          ([$word[$plain | length:] | match("^[eE][+-]?([0-9]*)")][0]) as $power
          | if $power == null then {at: $at, ok: ($t[$at] != null)}
            else ($at + $power.length) as $at | {at: $at, ok: ($power.captures[0].length > 0 and $t[$at] != null)}
            end
        end
    end;
# Scans the object at $start: {state, at, seen, key, want}. Open brackets are stored in pieces of 256,
# because appending copies a text or a list.
def opens($sign):
  (if .depth > 0 and .depth % 256 == 0 then .full += [.open] | .open = "" else . end)
  | .open += $sign | .depth += 1;
def closes:
  .depth -= 1
  | if .depth > 0 and .depth % 256 == 0 then .open = (.full | last) | .full = .full[:-1] else .open = .open[:-1] end;
def scan($t; $start):
  def ends: .state = (if $t[.at] == null then "cut off" else "broken" end);
  {at: ($start + 1), want: "first key", open: "{", full: [], depth: 1, seen: {}, key: "", state: null}
  | until(.state != null;
      (if $t[.at] | json_blank then .at = (.at | skip_json($t; json_blank)) else . end)
      | $t[.at] as $c
      | (.open | endswith("{")) as $object
      | if $c == null then .state = "cut off"
        elif $c == (if $object then 125 else 93 end) and (.want == "first key" or .want == "first" or .want == "more") then
          .at += 1 | closes | .want = "more"
          | if .depth == 0 then .state = "complete" else . end
        elif .want == "first key" or .want == "key" then
          if $c != 34 then .state = "broken"
          else
            .at as $from
            | .at = ($from + 1 | end_of_text($t))
            | if $t[.at] != 34 then
                (if .depth == 1 and .at - $from > 2 then .key = ($t[$from + 1:.at] | implode) else . end)
                | .want = "key" | ends
              else
                .at += 1
                | (if .depth == 1 then
                     ($t[$from:.at] | implode | fromjson) as $name
                     | if $name | is_field then .seen[$name] = 1 else . end
                   else . end)
                | .want = "colon"
              end
          end
        elif .want == "colon" then if $c == 58 then .at += 1 | .want = "value" else .state = "broken" end
        elif .want == "more" then
          if $c == 44 then .at += 1 | .want = (if $object then "key" else "value" end) else .state = "broken" end
        elif $c == 123 or $c == 91 then
          .at += 1 | opens(if $c == 123 then "{" else "[" end)
          | .want = (if $c == 123 then "first key" else "first" end)
        elif $c == 34 then
          .at = (.at + 1 | end_of_text($t))
          | if $t[.at] == 34 then .at += 1 | .want = "more" else .want = "value" | ends end
        else
          (.at | end_of_word($t)) as $word
          | .at = $word.at
          | if $word.ok then .want = "more" else .want = "value" | ends end
        end);
# Whether text outside of objects is more than blanks and code fences.
def is_noise:
  any(split("\n")[];
    .[0:64] | ltrimstr("\ufeff") | explode
    | .[(. as $t | 0 | skip($t; $t | length; . == 32 or . == 9 or . == 12 or . == 13 or . == 0)):] | implode
    | . != "" and (startswith("```") | not) and (startswith("~~~") | not));
# {envelope} or {rest, line, how}, all texts.
def find:
  explode as $t
  | ($t | length) as $length
  | [range($length) | select($t[.] == 123)] as $braces
  | {at: 0, brace: 0, others: 0, noise: false, again: null, done: false}
  | until(.done;
      (if .again != null then .start = .again.start | .place = .again.told | .again = null
       else
         .at as $at
         | until($braces[.brace] == null or $braces[.brace] >= $at; .brace += 1)
         | .start = $braces[.brace] | .place = .start
         | .noise = (.noise or ($t[$at:(.start // $length)] | implode | is_noise))
       end)
      | if .start == null then .done = true
        else
          .start as $start
          | scan($t; $start) as $scan
          | .at = $scan.at
          | if ($scan.at - $start) * 4 > 67108864 and ($t[$start:$scan.at] | implode | utf8bytelength) > 67108864 then
              .envelope = null | .partial = null | .noise = true | .done = true
              | .unfinished = {place: .place, how: "is larger than 64 MiB"}
            elif $scan.state == "cut off" then
              .noise = true | .unfinished = {place: .place, how: "is cut off"} | .done = true
            elif $scan.state == "complete" then
              ($scan.seen | length) as $seen
              | {from: $start, to: $scan.at} as $span
              | if $seen == 5 then .envelope = $span | .partial = null | .lone = null | .unfinished = null
                elif $seen > 0 then if .envelope == null then .partial = $span else . end
                else
                  .others += 1
                  | if .others == 1 and (.noise | not) then .lone = $span else . end
                end
            else
              .noise = true
              | ($scan.key | . != "" and any(fields[]; startswith($scan.key))) as $begun
              | (if $begun or $scan.seen != {} then .unfinished = {place: .place, how: "is broken"} else . end)
              | if ($scan.want == "colon" or $scan.want == "more") and $t[$scan.at - 1] == 34 then
                  ($scan.at - 2 | until(. <= $start or ($t[.] | json_blank | not); . - 1)) as $back
                  | if $back > $start and $t[$back] == 123 then .again = {start: $back, told: $scan.at} else . end
                else . end
            end
        end)
  | def text: if . == null then null else $t[.from:.to] | implode end;
  if .envelope then {envelope: (.envelope | text)}
  else
    .unfinished as $it
    | {
        rest: ((.partial // (if .noise or .others != 1 then null else .lone end)) | text),
        line: (if $it then 1 + ([$t[0:$it.place][] | select(. == 10)] | length) else null end),
        how: $it.how
      }
  end;

# ---- errors of an envelope ----
def json_kind:
  {"{": "object", "[": "array", "\"": "string", "t": "boolean", "f": "boolean", "n": "null"}[.[0:1]] // "number";
def end_of_json($t):
  {at: ., depth: 0, on: true}
  | until(.on | not;
      $t[.at] as $c
      | if $c == null then .on = false
        elif .depth == 0 and ($c | json_blank or . == 44 or . == 125 or . == 93) then .on = false
        else
          (if $c == 34 then .at = (.at + 1 | end_of_text($t))
           elif $c == 123 or $c == 91 then .depth += 1
           elif $c == 125 or $c == 93 then .depth -= 1
           else . end)
          | .at += 1
          | .on = (.depth > 0 or ($c != 34 and $c != 125 and $c != 93))
        end)
  | .at;
def between: json_blank or . == 44;
# [name, text of the value] of each member of an object's text.
def members:
  explode as $t
  | def member:
      .at as $from
      | if $t[$from] != 34 then {}
        else
          ($from + 1 | end_of_text($t) + 1) as $stop
          | ($stop | skip_json($t; json_blank or . == 58)) as $start
          | ($start | end_of_json($t)) as $after
          | {
              name: ($t[$from:$stop] | implode | fromjson),
              text: ($t[$start:$after] | implode),
              at: ($after | skip_json($t; between))
            }
        end;
  [{at: (1 | skip_json($t; between))} | member | while(.at; member) | [.name, .text]];
def items:
  explode as $t
  | def item:
      .at as $from
      | if $t[$from] == null or $t[$from] == 93 then {}
        else ($from | end_of_json($t)) as $after | {text: ($t[$from:$after] | implode), at: ($after | skip_json($t; between))}
        end;
  [{at: (1 | skip_json($t; between))} | item | while(.at; item) | .text];
# A JSON number as ±0.DIGITS × 10^point.
def decimal:
  capture("^(?<sign>-?)(?<whole>[0-9]+)(\\.(?<fraction>[0-9]+))?([eE](?<power>[+-]?[0-9]+))?$")
  | (.fraction // "") as $fraction
  | (.whole + $fraction | sub("^0+"; "")) as $kept
  | ($kept | explode | . as $t | .[:(length | back($t; 0; . == 48))] | implode) as $digits
  | if $digits == "" then {digits: "", point: 0, negative: false}
    else {digits: $digits, negative: (.sign == "-"), point: (((.power // "0") | ltrimstr("+") | tonumber) + ($kept | length) - ($fraction | length))}
    end;
def shown: if length > 60 then .[0:60] + "…" else . end;
def one($path; $message): {path: $path, message: $message};
# The first of equal texts, in order.
def distinct: [to_entries | unique_by(.value)[]] | sort_by(.key) | map(.value);
def unexpected($known; $path; $what):
  [.[][0] | select(. as $name | any($known[]; . == $name) | not)] | distinct
  | if . == [] then empty else one($path; "Unexpected fields in \($what): \(.[0:200] | join(", "))") end;
def scalar($fields; $name; $wanted):
  $fields[$name] as $text
  | if $text != null and ($text | json_kind) == $wanted then empty
    elif $text == null then one("/" + $name; "Missing required field: \($name) (must be \($wanted))")
    else one("/" + $name; "\($name[:1] | ascii_upcase)\($name[1:]) must be \($wanted), got \($text | json_kind)")
    end;
def holder($fields; $name; $wanted; $rule; inside):
  $fields[$name] as $text
  | if $text == null then one("/" + $name; "Missing required field: \($name) (\($rule))")
    elif ($text | json_kind) == $wanted then $text | inside
    else one("/" + $name; "\($rule), got \($text | json_kind)")
    end;
# The last values of some names.
def by_name($names): [.[] | select(.[0] as $name | any($names[]; . == $name))] | reduce .[] as $pair ({}; .[$pair[0]] = $pair[1]);
def of_error($index; $strict):
  "/errors/\($index)" as $path
  | if json_kind != "object" then one($path; "Errors must be an array of objects: item \($index) is \(json_kind)")
    else
      members as $members
      | ($members | by_name(["code", "message", "stack", "context"])) as $fields
      | (("code", "message") as $name
         | $fields[$name] as $text
         | (if $text == null then "missing" elif $text == "\"\"" then "empty" else $text | json_kind end) as $wrong
         | if $wrong == "string" then empty
           else one("\($path)/\($name)"; "Errors must have code and message (strings): \($name) of error \($index) is \($wrong)")
           end),
        ((["stack", "string"], ["context", "object"]) as [$name, $wanted]
         | $fields[$name] as $text
         | if $text == null or ($text | json_kind) == $wanted then empty
           else one("\($path)/\($name)"; "Errors: \($name) of error \($index) must be \($wanted), got \($text | json_kind)")
           end),
        # The specification's text requires it; only its schema checks it.
        (($fields.code // "\"\"") as $text
         | if $strict and $text != "\"\"" and ($text | json_kind) == "string" and ($text | fromjson | test("\\A[A-Z][A-Z0-9_]*\\z") | not)
           then one("\($path)/code"; "Errors: code of error \($index) must be in UPPER_SNAKE_CASE, got \($text | shown)")
           else empty end),
        (if $strict then $members | unexpected(["code", "message", "stack", "context"]; $path; "error \($index)") else empty end)
    end;
def of_metric:
  .[0] as $name
  | .[1] as $text
  | ("/metrics/" + ($name | gsub("~"; "~0") | gsub("/"; "~1"))) as $path
  | if ($text | json_kind) != "number" then
      one($path; "Metrics must be an object of numbers: \($name | shown) is \($text | json_kind)")
    elif $name | test("^(execution_time_ms|files_(modified|created|deleted))$") and (contains("\n") | not) then
      ($text | decimal) as $number
      | if $number.negative or $number.point < ($number.digits | length) then
          one($path; "Metrics: \($name) must be a whole number, 0 or more, got \($text | shown)")
        else empty end
    else empty end;
def problems($strict):
  members as $members
  | ($members | by_name(fields)) as $fields
  | [
      scalar($fields; "success"; "boolean"),
      scalar($fields; "confidence"; "number"),
      ($fields.confidence
       | if . == null or json_kind != "number" then empty
         else
           . as $text
           | decimal
           | if .negative or .point > 1 or (.point == 1 and .digits > "1") then
               one("/confidence"; "Confidence must be between 0.0 and 1.0, got \($text | shown)")
             else empty end
         end),
      holder($fields; "deliverables"; "array"; "Deliverables must be an array";
        items | to_entries[]
        | (if .value == "\"\"" then "an empty string" else .value | json_kind end) as $got
        | if $got == "string" then empty
          else one("/deliverables/\(.key)"; "Deliverables must be an array of file paths: item \(.key) is \($got)") end),
      holder($fields; "metrics"; "object"; "Metrics must be an object"; members[] | of_metric),
      holder($fields; "errors"; "array"; "Errors must be an array"; items | to_entries[] | .key as $i | .value | of_error($i; $strict)),
      (if $strict then $members | unexpected(fields; ""; "output") else empty end)
    ]
  | if length > 200 then .[0:200] + [one(""; "and \(length - 200) more of the same kind")] else . end;
