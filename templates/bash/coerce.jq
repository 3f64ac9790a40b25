# Coercion with the same results as skillgen's, over the same schemas. $ir.nodes holds the types,
# defaults and parts of each schema; the checks above decide conditions and branches.
def takes($types): kind as $k | any($types[]; . == $k) or ($k == "number" and any($types[]; . == "integer") and whole);
def has_type($types; $t): any($types[]; . == $t) or ($t == "integer" and any($types[]; . == "number"));
# All schemas that apply to the value from $ids on, in order.
def shape($ids):
  . as $v
  | {open: ($ids | reverse), seen: {}, all: []}
  | until(.open == [];
      (.open | last) as $id | .open |= .[:-1]
      | if .seen[$id | tostring] then .
        else
          .seen[$id | tostring] = true
          | $ir.nodes[$id] as $k
          | if $k == null then .
            else
              .all += [$k]
              | .open += (($k.all // []) | reverse) + ($k.ref // [])
                + [($k.dep // [])[] as $e | select(($v | type) == "object" and ($v | has($e[0]))) | $e[1]]
              | if $k.test == null then .
                else .open += [(if $v | obeys($k.test) then $k.then else $k.other end) | values]
                end
            end
        end)
  | .all;
def types_of:
  [.[] | .t | values]
  | if . == [] then null
    else
      . as $sets
      | [("null", "boolean", "integer", "number", "string", "array", "object")
         | . as $t | select(all($sets[]; has_type(.; $t)))]
    end;
def default_of: [.[] | select(has("d")) | .d] | .[0:1];
def part($name):
  [.[] as $k
   | [($k.props // {})[$name] | values] + [($k.pats // [])[] as $e | select($name | test($e[0])) | $e[1]]
   | if . == [] then ($k.rest // []) else . end
   | .[]];
def item($i): [.[] | (.prefix // [])[$i] // .items | values];
def numeral($fraction):
  test("\\A-?(?:0|[1-9][0-9]*)" + (if $fraction then "(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?" else "(?:[eE]\\+?[0-9]{1,2})?" end) + "\\z");
def convert($types; $lenient):
  if takes($types) or . == null then null
  else
    . as $v | kind as $k | (any($types[]; . == "number")) as $number
    | def wants($t): any($types[]; . == $t);
      if $k == "string" and ($number or wants("integer")) and numeral($number) then
        [$v | canonical | fromjson, if $number then "string-to-number" else "string-to-integer" end]
      elif $k == "string" and wants("boolean") and (ascii_downcase | . == "true" or ($lenient and (. == "yes" or . == "1"))) then
        [true, "string-to-boolean"]
      elif $k == "string" and wants("boolean") and (ascii_downcase | . == "false" or ($lenient and (. == "no" or . == "0"))) then
        [false, "string-to-boolean"]
      elif $k == "string" and wants("object") and test("\\A[ \\t\\r\\n]*\\{") and tokens
           and ([try ((if risky then mark else . end) | fromjson | type) catch "none"] == ["object"]) then
        [(if risky then mark else . end) | fromjson, "json-to-object"]
      elif $k == "string" and wants("array") and test("\\A[ \\t\\r\\n]*\\[") and tokens
           and ([try ((if risky then mark else . end) | fromjson | type) catch "none"] == ["array"]) then
        [(if risky then mark else . end) | fromjson, "json-to-array"]
      elif wants("array") and $k != "array" then [[$v], "wrap-in-array"]
      elif $lenient and wants("string") and $k == "number" then
        [if type == "number" then tostring else tagged | spread end, "number-to-string"]
      elif $lenient and wants("string") and $k == "boolean" then [tostring, "boolean-to-string"]
      else null
      end
  end;
# {v: the coerced value, c: the changes}, outermost first. $inside: the schemas whose defaults are being
# added, so that a default is not added inside of itself.
def coerced($ids; $p; $defaults; $level; $inside):
  . as $v
  | if all($ids[]; $ir.nodes[.] == null) then {v: $v, c: []}
    else
      (shape($ids)) as $first
      | ($first | types_of) as $types
      | (if $level == "off" or $types == null then null else convert($types; $level == "lenient") end) as $made
      | (if $made == null then {v: $v, c: [], s: $first}
         else {v: $made[0], c: [{p: $p, from: $v, to: $made[0], rule: $made[1]}], s: ($made[0] | shape($ids))}
         end)
      | if .v | type == "object" then
          . as $at
          | reduce ($at.v | keys_unsorted[]) as $name ($at;
              (.v[$name] | coerced($at.s | part($name); $p + ($name | step); $defaults; $level; $inside)) as $inner
              | .v[$name] = $inner.v | .c += $inner.c)
          | if $defaults | not then .
            else
              reduce ([$at.s[] | .props // {} | keys_unsorted[]] | reduce .[] as $n ([]; if any(.[]; . == $n) then . else . + [$n] end) | .[]) as $name (.;
                if .v | has($name) then .
                else
                  ($at.s | part($name)) as $below
                  | (null | shape($below) | default_of) as $default
                  | if $default == [] or any($inside[]; . == $below) then .
                    else
                      ($default[0] | coerced($below; $p + ($name | step); $defaults; $level; $inside + [$below])) as $inner
                      | .v[$name] = $inner.v
                      | .c += [{p: ($p + ($name | step)), to: $default[0], rule: "default"}] + $inner.c
                    end
                end)
            end
        elif .v | type == "array" then
          . as $at
          | reduce range($at.v | length) as $i ($at;
              (.v[$i] | coerced($at.s | item($i); "\($p)/\($i)"; $defaults; $level; $inside)) as $inner
              | .v[$i] = $inner.v | .c += $inner.c)
        else .
        end
      | if $level == "off" then .
        else
          reduce (.s[] | (.any // [])[]) as $list (.;
              . as $now
              | if any($list[]; . as $e | $now.v | obeys($e[1])) then .
                else
                  ([limit(1;
                     $list[] as $e
                     | ($now.v | coerced([$e[0]]; $p; false; $level; [])) as $tried
                     | select(($tried.c | length) > 0 and ($tried.v | obeys($e[1])))
                     | $tried)]) as $taken
                  | if $taken == [] then . else .v = $taken[0].v | .c += $taken[0].c end
                end)
        end
      | {v, c}
    end;
def change:
  "{\"path\":" + (.p | tojson) + ",\"from\":" + (if has("from") then .from | show else "null" end)
  + ",\"to\":" + (.to | show) + ",\"rule\":" + (.rule | tojson) + "}";

if $read.why then $read.why, ("" | halt_error(4))
else
  # A valid value only gains defaults.
  ([$read.value | told] == []) as $valid
  | ($read.value | coerced([0]; ""; true; if $valid then "off" else $mode end; [])) as $done
  | ([$done.v | told]) as $issues
  | "{\"valid\":" + ($issues == [] | tostring) + ",\"issues\":[" + ([$issues[] | line] | join(","))
    + "],\"document\":" + ($done.v | show) + ",\"changes\":[" + ([$done.c[] | change] | join(",")) + "]}",
    (if $issues == [] then empty else "" | halt_error(1) end)
end
