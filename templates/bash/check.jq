def brief_text: fromjson | if length > 60 then .[:57] + "…" else . end | tojson;
# A value in a message, from its JSON text: scalars and short lists as JSON, others by type.
def brief:
  if startswith("{") then "an object"
  elif startswith("[") then
    fromjson
    | if length > 12 or any(.[]; type == "array" or type == "object") then "an array"
      else "[" + ([.[] | tojson | if startswith("\"") then brief_text else . end] | join(", ")) + "]"
      end
  elif startswith("\"") then brief_text
  elif length > 60 then .[:57] + "…"
  else .
  end;
def message:
  .k as $k
  | def of($words): any($words[]; . == $k);
  if $k == "type" then "expected " + (.e | fromjson | if type == "array" then join(" or ") else . end) + ", got " + (.g | fromjson)
  elif of(["required", "dependentRequired", "dependencies"]) and (.e | startswith("\"")) then "required property " + (.e | brief) + " is missing"
  elif .e == "false" and of(["additionalProperties", "unevaluatedProperties", "properties", "patternProperties"]) and (.g | startswith("\"")) then
    "property " + (.g | brief) + " is not allowed"
  elif $k == "enum" then "expected one of " + (.e | brief) + ", got " + (.g | brief)
  elif $k == "const" then "expected " + (.e | brief) + ", got " + (.g | brief)
  elif .e == "false" then $k + ": nothing is allowed here"
  elif $k == "anyOf" then "anyOf: none of the " + .e + " alternatives fits"
  elif $k == "oneOf" then "oneOf: expected 1 alternative to fit, got " + .g
  elif $k == "default" then "default: defaults within defaults are too many; remove `default` from schemas that contain each other"
  elif $k == "not" then "not: what must not fit, fits"
  elif $k == "uniqueItems" then "uniqueItems: two items are equal"
  elif $k == "pattern" then "pattern: expected a match of " + (.e | fromjson) + ", got " + (.g | brief)
  elif $k == "format" then "expected format " + (.e | fromjson) + ", got " + (.g | brief)
  elif $k == "exclusiveMinimum" then $k + ": expected more than " + (.e | brief) + ", got " + (.g | brief)
  elif $k == "exclusiveMaximum" then $k + ": expected less than " + (.e | brief) + ", got " + (.g | brief)
  else $k + ": expected " + (.e | brief) + ", got " + (.g | brief)
  end + (.m // "");
# The results of a schema for the value: issues (objects), and evaluated names (strings) and indices
# (numbers).
def block($b; $p):
  def below($s; $p; $c):
    if $s == true then empty
    elif $s == false then issue($c; $p; "false"; show)
    elif ($s | type) == "number" then block($ir.functions[$s]; $p)
    else block($s; $p)
    end;
  # A part of the value; a false schema is an issue of the value, with the part's name, as in Python's
  # jsonschema.
  def part($s; $p; $c; $here; $key):
    if $s == false then issue($c; $here; "false"; $key | tojson) else .[$key] | below($s; $p; $c) end;
  def holds($s):
    if ($s | type) == "boolean" then $s
    else ([limit(1; below($s; ""; {}) | objects)] | length) == 0
    end;
  def valid: all(.[]; type != "object");
  # A branch whose notes count if it accepts the value: [accepted, notes].
  def branch($s; $noting):
    if $noting and ($s | type) != "boolean" then [below($s; ""; {})] | if valid then [true, .] else [false, []] end
    else [holds($s), []]
    end;
  # The branches that may accept the value: at most one if there is a discriminator.
  def branches($c):
    if $c.d == null then $c.v[]
    elif type != "object" or (.[$c.d] | type) != "string" then empty
    else $c.of[.[$c.d]] | values | $c.v[.]
    end;
  # Explains why no branch accepts the value: by the issues of the only branch that is not ruled out, else $told
  # with an issue of each. A path that begins with ! is checked for such a message: unions below it only report
  # $told.
  def untold($c; $p; $told):
    . as $v | kind as $k
    | [$c.g | to_entries[] | select(.value.type == null or any(.value.type[]; . == $k))
       | select(($v | type) != "object"
           or all(.value.const // {} | to_entries[]; .key as $n | ($v | has($n) | not) or $v[$n] == .value))
       | .key] as $left
    | if $p | startswith("!") then $told
      elif ($left | length) == 1 then below($c.v[$left[0]]; $p; $c) | objects
      else
        [$c.v[:5] | to_entries[] | (.key + 1) as $i | .value as $s
         | [$v | below($s; "!" + $p; $c) | objects]
         # A wrong constant is the strongest evidence.
         | first(map(select(.k == "const"))[], .[])
         | "\($i): " + (if .p == "!" + $p then "" else .p[1:] + ": " end) + message] as $why
        | (($c.v | length) - 5) as $more
        | $told + {m: (" (" + ($why | join("; ")) + if $more > 0 then "; and \($more) more)" else ")" end)}
      end;
  def rest($c; $p; $key):
    (if $c.n and (.[$key] | holds($c.s)) then $key else empty end), part($c.s; $p + ($key | step); $c; $p; $key);
  def check($c; $p):
    $c.o as $o
    | if $o == "properties" then
        $c.v[] as $e | select(has($e[0]))
        | (if $c.n then $e[0] else empty end), part($e[2]; $p + $e[1]; $c; $p; $e[0])
      elif $o == "type" then
        kind as $k
        | select(any($c.v[]; . == $k) or ($k == "number" and $c.w and whole) | not)
        | issue($c; $p; $c.e; $k | tojson)
      elif $o == "required" then
        $c.v[] as $e | select(has($e) | not) | issue($c; $p; $e | tojson; "null")
      elif $o == "additionalProperties" then
        . as $v | keys_unsorted[] as $key
        | select(($c.v | has($key)) or any($c.r[]; . as $r | $key | test($r)) | not)
        | $v | rest($c; $p; $key)
      elif $o == "items" then
        (if $c.n then range($c.f; length) else empty end),
        if $c.s == false then
          select(length > $c.f) | issue($c; $p; $c.f | tostring; length | tostring)
        else range($c.f; length) as $i | .[$i] | below($c.s; "\($p)/\($i)"; $c)
        end
      elif $o == "apply" then
        if $c.h then [below($c.s; $p; $c)] | if valid then .[] else .[] | objects end
        else below($c.s; $p; $c)
        end
      elif $o == "pattern" then select($c.m == null or length <= $c.m) | select(test($c.r) | not) | issue($c; $p; $c.e; show)
      elif $o == "enum" then . as $v | select(any($c.v[]; . == $v) | not) | issue($c; $p; $c.e; show)
      elif $o == "const" then select(. != $c.v) | issue($c; $p; $c.e; show)
      elif $o == "minimum" then select(less(.; $c.v)) | issue($c; $p; $c.e; show)
      elif $o == "maximum" then select(less($c.v; .)) | issue($c; $p; $c.e; show)
      elif $o == "exclusiveMinimum" then select(less($c.v; .) | not) | issue($c; $p; $c.e; show)
      elif $o == "exclusiveMaximum" then select(less(.; $c.v) | not) | issue($c; $p; $c.e; show)
      elif $o == "multipleOf" then select(multiple($c.v; $c.x) | not) | issue($c; $p; $c.e; show)
      elif $o == "least" then select(length < $c.v) | issue($c; $p; $c.e; length | tostring)
      elif $o == "most" then select(length > $c.v) | issue($c; $p; $c.e; length | tostring)
      elif $o == "format" then select(has_format($c.v) | not) | issue($c; $p; $c.e; show)
      elif $o == "uniqueItems" then select((unique | length) != length) | issue($c; $p; "true"; show)
      elif $o == "prefixItems" then
        range([length, ($c.v | length)] | min) as $i
        | (if $c.n then $i else empty end), part($c.v[$i]; "\($p)/\($i)"; $c; $p; $i)
      elif $o == "contains" then
        [range(length) as $i | select(.[$i] | holds($c.s)) | $i] as $hits
        | ($hits | length) as $n
        | (if $c.n then $hits[] else empty end),
          (if $c.max != null and $n > $c.max then issue({k: "maxContains"}; $p; $c.max | tostring; $n | tostring)
           elif $n == 0 and $c.min > 0 then issue({k: "contains"}; $p; $c.min | tostring; "0")
           elif $n < $c.min then issue({k: "minContains"}; $p; $c.min | tostring; $n | tostring)
           else empty
           end)
      elif $o == "patternProperties" then
        keys_unsorted[] as $key | select($key | test($c.r))
        | (if $c.n then $key else empty end), part($c.s; $p + ($key | step); $c; $p; $key)
      elif $o == "propertyNames" then keys_unsorted[] | below($c.s; $p; $c)
      elif $o == "dependentRequired" then
        $c.v[] as $e | select(has($e[0])) | $e[1][] as $name | select(has($name) | not)
        | issue($c; $p; $name | tojson; "null")
      elif $o == "dependentSchemas" then $c.v[] as $e | select(has($e[0])) | below($e[1]; $p; $c)
      elif $o == "anyOf" then
        . as $v
        | if $c.n then
            [$c.v[] as $s | $v | branch($s; true)]
            | if any(.[]; .[0]) then .[][1][] else $v | untold($c; $p; issue($c; $p; $c.e; kind | tojson)) end
          else select(any(branches($c); . as $s | $v | holds($s)) | not) | untold($c; $p; issue($c; $p; $c.e; kind | tojson))
          end
      elif $o == "oneOf" then
        . as $v
        | [branches($c) as $s | $v | branch($s; $c.n) | select(.[0])]
        | if length == 1 then .[0][1][]
          elif length == 0 then $v | untold($c; $p; issue($c; $p; "1"; "0"))
          else (.[][1][]), (length as $n | $v | issue($c; $p; "1"; $n | tostring))
          end
      elif $o == "not" then select(holds($c.s)) | issue($c; $p; "null"; kind | tojson)
      elif $o == "if" then
        branch($c.s; $c.n) as $t
        | $t[1][], if $t[0] then below($c.then; $p; {k: "then"}) else below($c.other; $p; {k: "else"}) end
      else issue($c; $p; "false"; show)
      end;
  def apt($c): $c.t == null or kind == $c.t;
  if $b.asks then
    . as $v
    | [$b.checks[] as $c | select($c.u | not) | $v | select(apt($c)) | check($c; $p)] as $told
    | (if $b.exports then $told[] else $told[] | objects end),
      ($b.checks[] as $c | select($c.u) | $v | select(apt($c))
       | if $c.o == "unevaluatedProperties" then
           ([$told[] | strings | {(.): true}] | add // {}) as $seen
           | keys_unsorted[] as $key | select($seen | has($key) | not) | rest($c; $p; $key)
         else
           ([$told[] | numbers | {(tostring): true}] | add // {}) as $seen
           | range(length) as $i | select($seen | has($i | tostring) | not)
           | if $c.s == false then issue($c; $p; "false"; $i | tostring)
             else
               (if $c.n then $i else empty end), (.[$i] | below($c.s; "\($p)/\($i)"; $c))
             end
         end)
  else $b.checks[] as $c | select(apt($c)) | check($c; $p)
  end;

def line:
  "{\"path\":" + (.p | tojson) + ",\"keyword\":" + (.k | tojson) + ",\"expected\":" + .e + ",\"got\":" + .g
  + ",\"message\":" + (message | tojson) + "}";

def told:
  if $ir.root == true then empty
  elif $ir.root == false then issue({k: "false"}; ""; "false"; show)
  else block(if ($ir.root | type) == "number" then $ir.functions[$ir.root] else $ir.root end; "") | objects
  end;
# Whether a schema of the table accepts the value.
def obeys($s):
  if ($s | type) == "boolean" then $s
  else ([limit(1; block(if ($s | type) == "number" then $ir.functions[$s] else $s end; "") | objects)] | length) == 0
  end;
