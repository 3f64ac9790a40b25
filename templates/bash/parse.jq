# What a skill printed → the report of `skillgen parse`, by its rules: the last envelope in the text or,
# without one, text for people. The input is the whole text; $mode holds the options. Codes of characters
# stand where strings would be cut again and again.
def fields: ["success", "confidence", "deliverables", "metrics", "errors"];
def is_field: . as $word | fields | any(.[]; . == $word);
def white: (. >= 9 and . <= 13) or . == 32 or . == 133 or . == 160 or . == 5760 or (. >= 8192 and . <= 8202)
  or . == 8232 or . == 8233 or . == 8239 or . == 8287 or . == 12288;
def ltrim_by(f): explode | until(length == 0 or (.[0] | f | not); .[1:]) | implode;
def rtrim_by(f): explode | until(length == 0 or (last | f | not); .[:-1]) | implode;
def within($signs): . as $one | $signs | any(.[]; . == $one);
def behind($signs): ($signs | explode) as $codes | ltrim_by(within($codes));
def before($signs): ($signs | explode) as $codes | rtrim_by(within($codes));
def ltrimmed: ltrim_by(white);
def trimmed: ltrimmed | rtrim_by(white);

# ---- terminals ----
def without_escapes:
  if index("\u001b") == null then .
  else
    explode as $t
    | {at: 0, state: "plain", kept: []}
    | until(.at >= ($t | length);
        $t[.at] as $c
        | (if .state == "plain" then if $c == 27 then "escape" else "plain" end
           elif .state == "escape" then
             if $c == 91 then "control" elif $c | within([93, 80, 88, 94, 95]) then "title"
             elif $c >= 32 and $c <= 47 then "escape" elif $c >= 48 and $c <= 126 then "plain" else null end
           elif .state == "control" then
             if $c >= 32 and $c <= 63 then "control" elif $c >= 64 and $c <= 126 then "plain" else null end
           elif .state == "title" then
             if $c == 7 then "plain" elif $c == 27 then "ending" elif $c == 10 or $c == 13 then null else "title" end
           elif $c == 92 then "plain" else null end) as $next
        | if $next == null then .state = (if .state == "ending" then "escape" else "plain" end)
          else
            (if .state == "plain" and $c != 27 then .kept += [$c] else . end)
            | .state = $next | .at += 1
          end)
    | .kept | implode
  end;

# ---- JSON in a text ----
def end_of_text($t):
  {at: ., on: true}
  | until(.on | not;
      $t[.at] as $c
      | if $c == null or $c == 34 or $c < 32 then .on = false
        elif $c != 92 then .at += 1
        else
          $t[.at + 1] as $e
          | if $e == 117 then
              .at += 2
              | (.at + 4) as $stop
              | until(.at == $stop or ($t[.at] as $h | $h == null or ([$h] | implode | test("[0-9a-fA-F]") | not)); .at += 1)
              | .on = (.at == $stop)
            elif $e != null and ($e | within([34, 92, 47, 98, 102, 110, 114, 116])) then .at += 2
            else .at += 1 | .on = false
            end
        end)
  | .at;
def skip($t; $signs): until($t[.] as $c | $c == null or ($c | within($signs) | not); . + 1);
# {at, ok}: behind a number or a literal, or the first place where it can't go on.
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
      (skip($t; [43, 45, 46, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 69, 101])) as $stop
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
# How far the object at $start goes: {state, at, seen, key, want}.
def scan($t; $start):
  def ends: .state = (if $t[.at] == null then "cut off" else "broken" end);
  {at: ($start + 1), want: "first key", open: [123], depth: 1, seen: {}, key: "", state: null}
  | until(.state != null;
      .at = (.at | skip($t; [32, 9, 10, 13]))
      | $t[.at] as $c
      | (.open[.depth - 1] == 123) as $object
      | if $c == null then .state = "cut off"
        elif $c == (if $object then 125 else 93 end) and (.want == "first key" or .want == "first" or .want == "more") then
          .at += 1 | .depth -= 1 | .want = "more"
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
          .at += 1 | .open[.depth] = $c | .depth += 1
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
    .[0:64] | ltrimstr("\ufeff") | ltrim_by(within([32, 9, 12, 13, 0]))
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
                  ($scan.at - 2 | until(. <= $start or ($t[.] | within([32, 9, 10, 13]) | not); . - 1)) as $back
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

# ---- what is wrong with an envelope ----
def json_kind:
  {"{": "object", "[": "array", "\"": "string", "t": "boolean", "f": "boolean", "n": "null"}[.[0:1]] // "number";
def end_of_json($t):
  {at: ., depth: 0, on: true}
  | until(.on | not;
      $t[.at] as $c
      | if $c == null then .on = false
        elif .depth == 0 and ($c | within([44, 125, 93, 32, 9, 13, 10])) then .on = false
        else
          (if $c == 34 then .at = (.at + 1 | end_of_text($t))
           elif $c == 123 or $c == 91 then .depth += 1
           elif $c == 125 or $c == 93 then .depth -= 1
           else . end)
          | .at += 1
          | .on = (.depth > 0 or ($c | within([34, 125, 93]) | not))
        end)
  | .at;
def between: [44, 32, 9, 13, 10];
# [name, text of the value] of each member of an object's text.
def members:
  explode as $t
  | {at: (1 | skip($t; between)), all: []}
  | until($t[.at] != 34;
      .at as $from
      | (.at + 1 | end_of_text($t) + 1) as $stop
      | ($stop | skip($t; [58, 32, 9, 13, 10])) as $start
      | .at = ($start | end_of_json($t))
      | .all += [[($t[$from:$stop] | implode | fromjson), ($t[$start:.at] | implode)]]
      | .at = (.at | skip($t; between)))
  | .all;
def items:
  explode as $t
  | {at: (1 | skip($t; between)), all: []}
  | until($t[.at] == null or $t[.at] == 93;
      .at as $from
      | .at = ($from | end_of_json($t))
      | .all += [$t[$from:.at] | implode]
      | .at = (.at | skip($t; between)))
  | .all;
# A JSON number as ±0.DIGITS × 10^point.
def decimal:
  capture("^(?<sign>-?)(?<whole>[0-9]+)(\\.(?<fraction>[0-9]+))?([eE](?<power>[+-]?[0-9]+))?$")
  | (.fraction // "") as $fraction
  | (.whole + $fraction | sub("^0+"; "")) as $kept
  | ($kept | before("0")) as $digits
  | if $digits == "" then {digits: "", point: 0, negative: false}
    else {digits: $digits, negative: (.sign == "-"), point: (((.power // "0") | ltrimstr("+") | tonumber) + ($kept | length) - ($fraction | length))}
    end;
def shown: if length > 60 then .[0:60] + "…" else . end;
def one($path; $message): {path: $path, message: $message};
def unexpected($known; $path; $what):
  [.[][0]] | reduce .[] as $name ([]; if ($known + .) | any(.[]; . == $name) then . else . + [$name] end)
  | if . == [] then empty else one($path; "Unexpected fields in \($what): \(.[0:200] | join(", "))") end;
def scalar($fields; $name; $wanted):
  $fields[$name] as $text
  | if $text != null and ($text | json_kind) == $wanted then empty
    else one("/" + $name; "Missing required field: \($name) (must be \($wanted)\(if $text == null then "" else ", got " + ($text | json_kind) end))")
    end;
def holder($fields; $name; $wanted; $rule; inside):
  $fields[$name] as $text
  | if $text == null then one("/" + $name; "Missing required field: \($name) (\($rule))")
    elif ($text | json_kind) == $wanted then $text | inside
    else one("/" + $name; "\($rule), got \($text | json_kind)")
    end;
def by_name: reduce .[] as $pair ({}; .[$pair[0]] = $pair[1]);
def of_error($index; $strict):
  "/errors/\($index)" as $path
  | if json_kind != "object" then one($path; "Errors must be an array of objects: item \($index) is \(json_kind)")
    else
      members as $members
      | ($members | by_name) as $fields
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
        # The specification asks for it in words; only its schema insists.
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
  | ($members | by_name) as $fields
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

# ---- text for people ----
def word_kind:
  {
    error: "error", failed: "failure", abort: "failure", aborted: "failure", fail: "fail", confidence: "confidence",
    created: "verb", modified: "verb", updated: "verb", generated: "made", file: "place", path: "place",
    files: "places", paths: "places", duration: "time", took: "time", execution: "execution"
  } as $kinds
  | if test("^[A-Za-z]+$") and (contains("\n") | not) then $kinds[ascii_downcase] else null end;
def quotes: [["\"", "\""], ["'", "'"], ["`", "`"], ["“", "”"], ["‘", "’"], ["«", "»"]];
def around: "\"'`*“”‘’«»()[]<>";
def unmarked: behind(around) | before(around + ",.;:!?");
# By parts: jq 1.6 counts bytes where it gives the index of a text.
def has_extension:
  (split("/") | last // "" | split("\\") | last // "" | split(".")) as $parts
  | ($parts | last) as $extension
  | if ($parts | length) < 2 then false
    else
      ($extension | test("^([A-Za-z][A-Za-z0-9_]{0,15}|7z)$"))
        and (($extension | length) > 1 or ($parts[:-1] | join(".") | test("^[0-9.]+$") | not))
    end;
def is_path:
  ascii_downcase as $lower
  | if (["and/or", "n/a", "i/o", "w/o", "e.g", "i.e"] | any(.[]; . == $lower)) or contains("://") then false
    else (contains("/") and test("[\\p{Alphabetic}\\p{N}]") and (test("^[0-9/.:%-]*$") | not)) or has_extension
    end;
# [token, rest] or null.
def path_token:
  behind("([<* \t") as $bare
  | ([quotes[] as [$open, $close]
      | select($bare | startswith($open))
      | ($bare[1:] | split($close)) as $parts
      | select(($parts | length) > 1)
      | ($parts[0] | length) as $stop
      | [($bare[1:$stop + 1] | unmarked), $bare[$stop + 2:]]][0])
    // ([$bare | match("^[^ \t,;]+")][0] as $found
        | if $found == null then null else [($found.string | unmarked), $bare[$found.length:]] end);
def list_item:
  ltrimmed
  | ([match("^([-*+•‣◦–]|[0-9]+[.)])[ \t]")][0]) as $bullet
  | if $bullet == null then null else .[$bullet.length:] | trimmed | sub("^\\[[ xX]\\] "; "") | trimmed end;
def listed_path:
  list_item as $item
  | if $item == null then null
    else
      ($item | path_token) as $token
      | if $token == null then null
        else
          any(quotes[]; .[0] as $open | $item | startswith($open)) as $quoted
          | ($item | unmarked) as $whole
          | if ($quoted | not) and ($token[0] | has_extension | not) and ($item | test("[ \t]"))
               and ($whole | has_extension) and ($whole | test("[,;:(]") | not) then $whole
            elif $token[0] | is_path then $token[0]
            else null end
        end
    end;
def behind_colon: ltrimmed | ltrimstr(":") | behind("*_ \t");
def fillers: ["the", "a", "an", "new", "file", "files", "path", "paths", "directory", "dir", "folder", "at", "in", "to"];
# The paths behind a word, of what follows it.
def paths($kind):
  behind("*_`\"'")
  | if (test("^[ \t:]") | not) or startswith("://") or ($kind == "places" and (ltrimmed | startswith(":") | not)) then []
    else
      behind_colon
      | (if $kind == "verb" or $kind == "made" then
           until(([match("^[^ \t:]*(?=[ \t:])")][0].string) as $next
               | $next == null or (($next | ascii_downcase) as $lower | (fillers | any(.[]; . == $lower)) or ($next | test("^[0-9]+$")) | not);
             .[match("^[^ \t:]*").length:] | behind_colon)
         else . end)
      | {rest: ., found: [], token: path_token}
      | until(.token == null or (.token[0] | is_path | not);
          .found += [.token[0]]
          | .rest = (.token[1] | behind(" \t,;&)") | if test("^and[ \t]") then .[3:] | ltrimmed else . end)
          | .token = (.rest | path_token))
      | .found
    end;
# [number, rest] behind a label, or null.
def labelled:
  length as $length
  | behind("\"'*` \t")
  | (if test("^[:=]") then .[1:] | behind("\"'*` \t") else . end)
  | match("^[0-9]*(\\.[0-9]+)?").string as $number
  | .[$number | length:] as $rest
  | if $number == "" or length == $length or ($rest | test("^[.,/:'-][0-9]")) then null else [$number, $rest] end;
def stated_confidence:
  labelled
  | if . == null then null
    else
      (.[1] | ltrimmed | startswith("%")) as $percent
      | if ($percent | not) and (.[1] | test("^[\\p{Alphabetic}\\p{N}_]")) then null
        else
          ("0" + .[0] + (if $percent then "e-2" else "" end) | tonumber)
          | if . >= 0 and . <= 1 then . else null end
        end
    end;
# The text of a whole number, rounded half up.
def whole:
  split(".") as $parts
  | ($parts[0] | sub("^0+"; "") | if . == "" then "0" else . end) as $digits
  | if ($parts[1] // "0") | test("^[5-9]") | not then $digits
    elif ($digits | length) > 15 then null
    else $digits | tonumber + 1 | tostring
    end;
def unit: ltrimmed | [match("^[\\p{Alphabetic}\\p{N}_]+").string][0] // "" | ascii_downcase;
def stated_time:
  labelled
  | if . != null and (.[1] | unit | test("^(ms|milliseconds?)$")) then .[0] | whole else null end;
def stated_files:
  labelled
  | if . != null and (.[0] | contains(".") | not) and (.[1] | test("^[ \t]")) and (.[1] | unit | test("^files?$"))
    then .[0] | whole else null end;
def error_message:
  behind("* \t")
  | if startswith(":") then .[1:] | behind("* \t") | trimmed | if . == "" then null else . end else null end;
def token_at($from; $stop):
  explode as $t
  | def edge: . == null or white or within([58, 44, 59, 40, 41, 123, 125, 34, 39, 96, 60, 62, 61, 124, 42, 91, 93]);
  ($from | until(. == 0 or ($t[. - 1] | edge); . - 1)) as $start
  | ($stop | until($t[.] | edge; . + 1)) as $stop
  | ($t[$start:$stop] | implode | unmarked)
  | {start: $start, end: $stop, whole: ., path: is_path};
# What one line adds to what is known.
def read_line($line):
  (if .list then
     .list = (($line | list_item) != null)
     | ($line | listed_path) as $path
     | if $path == null then . else .paths += [$path] end
   else . end)
  | .failed = (.failed or ($line | contains("✗")))
  | .found = [] | .named = false | .told = false | .token = null
  | reduce ($line | match("[\\p{Alphabetic}\\p{N}_]+"; "g")) as $word (.;
      ($word.string | word_kind) as $kind
      | ($word.offset + $word.length) as $stop
      | if $kind == null then .
        else
          $line[$stop:] as $rest
          | (if $word.offset == 0 then "" else $line[$word.offset - 1:$word.offset] end) as $sign
          | if $kind == "error" or $kind == "failure" then
              (if .token == null or $word.offset < .token.start or $stop > .token.end
               then .token = ($line | token_at($word.offset; $stop)) else . end)
              | .failed = (.failed or ($word.string | test("[A-Z]")) or (.token.path | not) or .token.whole == $word.string)
              | if $kind == "failure" or .told then .
                else
                  ($rest | error_message) as $message
                  | if $message == null then .
                    else .told = true | .errors += [{code: "LEGACY_ERROR", message: $message}] end
                end
            elif $kind == "fail" then .failed = (.failed or ($sign == "[" and ($rest | startswith("]"))))
            elif $kind == "confidence" then .confidence = (($rest | stated_confidence) // .confidence)
            elif $kind == "time" then .time = (($rest | stated_time) // .time)
            elif $kind == "execution" then
              ($rest | ltrimmed) as $after
              | if $after | test("^[Tt][Ii][Mm][Ee](?![\\p{Alphabetic}\\p{N}_])") then .time = (($after[4:] | stated_time) // .time)
                else . end
            else
              .named = true
              | (if $kind == "verb" then .files = (($rest | stated_files) // .files) else . end)
              | if $sign != "" and ($sign | explode[0] | within([47, 92, 46, 36, 64, 45])) then .
                else .found += ($rest | paths($kind)) end
            end
        end)
  | (if .named and .found == [] and (($line | before("*_ \t") | endswith(":")) or ($line | startswith("#"))) then .list = true else . end)
  | .paths += .found;
def distinct: reduce .[] as $one ({known: {}, all: []}; if .known[$one] then . else .known[$one] = true | .all += [$one] end) | .all;
# The text of an envelope, or null where there is no text.
def legacy($confidence):
  [split("\n")[] | split("\r")[] | ltrim_by(. == 65279) | explode | map(select(. >= 32 and . != 127 or . == 9)) | implode | trimmed | select(. != "")]
  | if . == [] then null
    else
      reduce .[] as $line (
        {failed: false, list: false, paths: [], errors: [], confidence: $confidence, time: null, files: null};
        read_line($line))
      | ([(if .time then "\"execution_time_ms\":" + .time else empty end), (if .files then "\"files_modified\":" + .files else empty end)] | join(",")) as $metrics
      | "{\"success\":\(.failed | not),\"confidence\":\(.confidence | tojson),\"deliverables\":\(.paths | distinct | tojson),\"metrics\":{\($metrics)},\"errors\":\(.errors | tojson)}"
    end;

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
      | if $errors == [] then report("json"; $found.envelope | gsub("[\n\r]"; " "); []) else $errors | failed end
    else
      ((if $found.rest then $found.rest | problems($options.strict) else [] end)
       + (if $found.line then [one(""; "JSON parsing failed: the object that begins in line \($found.line) \($found.how)")] else [] end)) as $errors
      | if $options.legacy | not then
          (if $errors == [] or any($errors[]; .message | startswith("JSON parsing"))
           then [one(""; "JSON parsing failed and legacy parsing disabled")] else [] end) + $errors | failed
        elif $errors != [] then $errors | failed
        else
          ($text | legacy($options.confidence)) as $legacy
          | if $legacy then report("legacy"; $legacy; []) else [one(""; "The output is empty: no JSON and no text to read")] | failed end
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
