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
# The names of the properties that schemas declare.
def declared: [.[] | .props // {} | keys_unsorted[]] | reduce .[] as $n ({seen: {}, all: []};
  if .seen[$n] then . else .seen[$n] = true | .all += [$n] end) | .all;
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
# The size of a value as it counts for attempts: one for each value, and one for 16 characters of texts and names.
def weight:
  reduce .. as $x (0;
    . + 1
    + if ($x | type) == "string" then (if $x | marked then 0 else $x | length / 16 | floor end)
      elif ($x | type) == "object" then reduce ($x | keys_unsorted[]) as $n (0; . + ($n | length / 16 | floor))
      else 0
      end);
# {v: the coerced value, c: the changes, b: what is left}, outermost first. $inside: the defaults that are being
# added, by their names and the names that their schemas declare, so that a default is not added inside of itself.
# $wraps: the number of lists that were made around the value. $depth: alternatives that are tried inside of
# alternatives. $left: the weight of values that may be added as defaults (s), and of those that may be tried (a);
# below 0, no attempt succeeds. An issue (i) ends all.
def coerced($ids; $p; $defaults; $level; $inside; $wraps; $depth; $left):
  . as $v
  | if $left.i != null or all($ids[]; $ir.nodes[.] == null) then {v: $v, c: [], b: $left}
    else
      (shape($ids)) as $first
      | ($first | types_of) as $types
      | (if $level == "off" or $types == null then null else convert($types; $level == "lenient") end) as $to
      | ($to != null and $to[1] == "wrap-in-array") as $wrap
      | (if $wrap and $wraps == 2 then null else $to end) as $made
      | (if $made != null and $wrap then $wraps + 1 else $wraps end) as $wraps
      | (if $made == null then {v: $v, c: [], s: $first}
         else {v: $made[0], c: [{p: $p, from: $v, to: $made[0], rule: $made[1]}], s: ($made[0] | shape($ids))}
         end)
      | .b = $left
      | if .v | type == "object" then
          . as $at
          | reduce ($at.v | keys_unsorted[]) as $name ($at;
              .b as $b
              | (.v[$name] | coerced($at.s | part($name); $p + ($name | step); $defaults; $level; $inside; 0; $depth; $b)) as $inner
              | .v[$name] = $inner.v | .c += $inner.c | .b = $inner.b)
          | if $defaults | not then .
            else
              reduce ($at.s | declared[]) as $name (.;
                if .b.i != null or (.v | has($name)) then .
                else
                  ($at.s | part($name)) as $below
                  | (null | shape($below)) as $shape
                  | ($shape | default_of) as $default
                  | if $default == [] then . else
                    [$name, ($shape | declared)] as $own
                  | if any($inside[]; . == $own) then .
                    else
                      .b.s -= ([1, 10, 100][$inside | length] // 1000) + ($default[0] | weight)
                      | if .b.s < 0 then .b.i = {p: ($p + ($name | step)), k: "default", e: ($default[0] | show), g: "null"}
                        else
                          .b as $b
                          | ($default[0] | coerced($below; $p + ($name | step); $defaults; $level; $inside + [$own]; 0; $depth; $b)) as $inner
                          | .v[$name] = $inner.v
                          | .c += [{p: ($p + ($name | step)), to: $default[0], rule: "default"}] + $inner.c
                          | .b = $inner.b
                        end
                    end
                    end
                end)
            end
        elif .v | type == "array" then
          . as $at
          | reduce range($at.v | length) as $i ($at;
              .b as $b
              | (.v[$i] | coerced($at.s | item($i); "\($p)/\($i)"; $defaults; $level; $inside; $wraps; $depth; $b)) as $inner
              | .v[$i] = $inner.v | .c += $inner.c | .b = $inner.b)
        else .
        end
      | if $level == "off" or $depth == 40 then .
        else
          reduce (.s[] | (.any // [])[]) as $list (.;
              .v as $now
              | if .b.a < 0 or any($list[]; . as $e | $now | obeys($e[1])) then .
                else
                  .b.a -= ($now | weight) * ($list | length)
                  | reduce $list[] as $e (.taken = false;
                      if .taken or .b.a < 0 then .
                      else
                        .b as $b
                        | ($now | coerced([$e[0]]; $p; false; $level; []; $wraps; $depth + 1; $b)) as $tried
                        | .b = $tried.b
                        | if ($tried.c | length) > 0 and .b.a >= 0 and ($tried.v | obeys($e[1])) then
                            .v = $tried.v | .c += $tried.c | .taken = true
                          else .
                          end
                      end)
                end)
        end
      | {v, c, b}
    end;
def change:
  "{\"path\":" + (.p | tojson) + ",\"from\":" + (if has("from") then .from | show else "null" end)
  + ",\"to\":" + (.to | show) + ",\"rule\":" + (.rule | tojson) + "}";

if $read.why then $read.why, ("" | halt_error(4))
else
  # A valid value only gains defaults.
  ([$read.value | told] == []) as $valid
  | ($read.value | weight) as $weight
  | {s: (5000000 + 64 * $weight), a: (50000 + 64 * $weight)} as $left
  | ($read.value | coerced([0]; ""; true; if $valid then "off" else $mode end; []; 0; 0; $left)) as $done
  | (if $done.b.i != null then {v: $read.value, c: [], b: $done.b} else $done end) as $done
  | (if $done.b.i != null then [$done.b.i] else [$done.v | told] end) as $issues
  | "{\"valid\":" + ($issues == [] | tostring) + ",\"issues\":[" + ([$issues[] | line] | join(","))
    + "],\"document\":" + ($done.v | show) + ",\"changes\":[" + ([$done.c[] | change] | join(",")) + "]}",
    (if $issues == [] then empty else "" | halt_error(1) end)
end
