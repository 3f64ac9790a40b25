# Input: the text of a document. Arguments: the table of a schema, in pieces; $mode is check, or the mode of coercion.
# The formats, check.jq, and tell.jq or coerce.jq follow. Status 0 valid, 1 invalid, 4 not JSON (the output says why).

# Numbers. jq reads them as doubles, which are exact for 15 digits. A number with more digits becomes
# a string: U+FDD0, sign, digits, "e" and the position of the point.
def decimal:
  capture("\\A(?<s>-?)(?<w>[0-9]+)(\\.(?<f>[0-9]+))?([eE](?<e>[-+]?[0-9]+))?\\z")
  | (.w + (.f // "")) as $all
  | ($all | sub("\\A0+"; "")) as $cut
  | ($cut | sub("0+\\z"; "")) as $d
  | if $d == "" then {s: "", d: "", p: 0}
    else {s, d: $d, p: ((.w | length) - ($all | length) + ($cut | length) + ((.e // "0") | ltrimstr("+") | tonumber))}
    end;
def tagged: capture("\\A\uFDD0(?<s>-?)(?<d>[0-9]+)e(?<p>.+)\\z") | .p |= tonumber;
def dec: if type == "number" then tostring | decimal else tagged end;
def canonical:
  . as $text | decimal
  | if .d == "" then "0"
    elif (.d | length) <= 15 and .p > -290 and .p < 300 then $text
    else "\"\uFDD0" + .s + .d + "e" + (.p | tostring) + "\""
    end;
def spread:
  (.d | length) as $n
  | .s + if .p >= $n and .p <= 400 then .d + ("0" * (.p - $n) // "")
    elif .p > 0 and .p < $n then .d[:.p] + "." + .d[.p:]
    else .d[:1] + if $n > 1 then "." + .d[1:] else "" end + "e" + (.p - 1 | tostring)
    end;
def sign: if .d == "" then 0 elif .s == "" then 1 else -1 end;
def below($a; $b):
  ($a | sign) as $x | ($b | sign) as $y
  | if $x != $y then $x < $y
    elif $x > 0 then [$a.p, $a.d] < [$b.p, $b.d]
    elif $x < 0 then [$b.p, $b.d] < [$a.p, $a.d]
    else false
    end;
def less($a; $b):
  if ($a | type) == "number" and ($b | type) == "number" then $a < $b else below($a | dec; $b | dec) end;
# Whether a number is an exact multiple of $digits times ten to the $power.
def multiple($digits; $power):
  dec
  | (.p - (.d | length) - $power) as $shift
  | if .d == "" then true
    elif $shift < 0 then false
    else
      reduce (.d | explode[]) as $c (0; (. * 10 % $digits + $c - 48) % $digits)
      # Beyond 50 factors of ten, their number makes no difference for a divisor of 15
      # digits.
      | reduce range(if $shift > 60 then 60 else $shift end) as $i (.; . * 10 % $digits)
      | . == 0
    end;

# The text's tokens: checks what JSON requires and jq's own parser does not.
def tokens:
  test("\\A(?:[ \\t\\r\\n]++|[]\\[{}:,]|\"(?:[^\"\\\\]++|\\\\.)*+\"|-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][-+]?[0-9]++)?(?![-+.eE0-9])|true|false|null)*+\\z");
def risky: test("[0-9][0-9.]{15}|[eE][-+]?[0-9]{3}");
def marks: test("[\uFDD0-\uFDD2]|\\\\u[fF][dD][dD][012]");
# Between strings and commas there is at most one number.
def mark:
  split("\\\\") | join("\uFDD1") | split("\\\"") | join("\uFDD2") | split("\"")
  | to_entries
  | map(if .key % 2 == 1 or (.value | risky | not) then .value
      else
        .value | split(",")
        | map(if risky then capture("\\A(?<a>[^-0-9]*)(?<n>[-+.eE0-9]+)(?<b>[^0-9]*)\\z") | .a + (.n | canonical) + .b else . end)
        | join(",")
      end)
  | join("\"") | split("\uFDD2") | join("\\\"") | split("\uFDD1") | join("\\\\");

($ARGS.positional | join("") | fromjson) as $ir
| . as $text
| ($mode != "check" or risky) as $risky
| (if $ir.form != 1 then {why: "the functions of another version of skillgen were sourced; emit all files with one version"}
   elif tokens | not then {why: "no JSON text"}
   elif ($risky or $ir.marks) and marks then {why: "U+FDD0 beside numbers of many digits cannot be read"}
   else
     (if $risky then mark else . end)
     # In jq 1.6, try also catches later errors, but not from inside of a list.
     | [try {value: fromjson}
        catch {why: ("no JSON text: " + (sub(" \\(while parsing(.|\\n)*\\z"; "") | gsub("[\\x{0}-\\x{1f}\\x{7f}]"; " ")))}][0]
   end) as $read
| $read.value
|
def marked: type == "string" and $risky and startswith("\uFDD0");
def kind: if marked then "number" else type end;
def whole: if type == "number" then . == floor else tagged | (.d | length) <= .p end;
# A value as JSON.
def show:
  tojson
  | if $risky then gsub("\"(?<n>\uFDD0-?[0-9]+e[^\"]+)\""; .n | tagged | spread) else . end;
def issue($c; $p; $expected; $got): {p: $p, k: $c.k, e: $expected, g: $got};
def step: "/" + (split("~") | join("~0") | split("/") | join("~1"));
