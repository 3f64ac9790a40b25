# The format `regex`: the syntax of ECMA-262 patterns with the `u` flag;
# templates/rust/regex_syntax.rs accepts the same texts. A class is one token here, and has its own
# tokens.
def regex_escapes:
  "[dDsSwW]|[pP]\\{(?:(?:(?:General_Category|gc)=)?(?:@CATEGORIES@)|@BINARY@|(?:Script|sc|Script_Extensions|scx)=[A-Z][A-Za-z0-9_]*)\\}"
  + "|[tnvfr]|0(?![0-9])|c[a-zA-Z]|x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}"
  + "|u[0-9a-fA-F]{4}|u\\{0*(?:10[0-9a-fA-F]{4}|[0-9a-fA-F]{1,5})\\}|[\\^$\\\\.*+?()\\[\\]{}|/]";
# The pieces of a text; a final null marks an invalid one. One window at a time, because jq counts from
# the start of a text for each match; the last piece of a window may continue, and one that is longer
# than the window gets a larger one.
def regex_tokens($re):
  explode as $codes
  | ($codes | length) as $all
  | def from($at; $size):
      if $at >= $all then empty
      else
        [$codes[$at:$at + $size] | implode | match("\\G(?:" + $re + ")"; "g").string] as $found
        | ($at + $size >= $all) as $last
        | (if $last then $found else $found[:-1] end) as $sure
        | ($sure | map(length) | add // 0) as $taken
        | if $last then $sure[], (if $at + $taken < $all then null else empty end)
          elif $taken == 0 then from($at; $size * 2)
          else $sure[], from($at + $taken; 1024)
          end
      end;
    from(0; 1024);
def regex_hex: explode | reduce .[] as $c (0; . * 16 + (if $c < 58 then $c - 48 elif $c < 71 then $c - 55 else $c - 87 end));
# The character of a piece of a class; -1 for a set.
def regex_code:
  if startswith("\\") | not then explode[0]
  else
    .[1:]
    | if test("\\A[dDsSwWpP]") then -1
      elif length == 1 then {"b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}[.] // explode[0]
      elif startswith("c") then explode[1] % 32
      elif length == 11 and test("\\Au[^{]") then 65536 + ((.[1:5] | regex_hex) - 55296) * 1024 + (.[7:] | regex_hex) - 56320
      else gsub("[xu{}]"; "") | regex_hex
      end
  end;
def regex_class:
  [.[1:-1] | ltrimstr("^") | regex_tokens("[^\\\\]|\\\\(?:[b-]|" + regex_escapes + ")")]
  | (length == 0 or .[-1] != null)
    and (. as $all
      | reduce range(length) as $i ({};
          $all[$i] as $piece | ($piece | regex_code) as $code
          | if .bad then .
            elif .to then if .from < 0 or $code < .from then {bad: true} else {} end
            elif .from != null and $piece == "-" and $i + 1 < ($all | length) then .to = true
            else {from: $code}
            end)
      | .bad | not);
# {2,1} counts down.
def regex_counts:
  [scan("[0-9]+") | sub("\\A0+"; "")]
  | length < 2 or (.[0] | length) < (.[1] | length) or ((.[0] | length) == (.[1] | length) and .[0] <= .[1]);
def format_regex:
  [regex_tokens("\\[(?:[^\\]\\\\]|\\\\[\\s\\S])*\\]|\\((?:(?!\\?)|\\?(?:[:=!]|<[=!]|<[^>]*>))|[*+?]\\??|\\{[0-9]+(?:,[0-9]*)?\\}\\??|[^*+?{}()|^$\\\\\\[\\]]+(?![*+?{])|[^*+?{}\\\\\\[\\](]|\\\\(?:[bB]|[1-9][0-9]*|k<[^>]*>|" + regex_escapes + ")")] as $all
  | [$all[] | strings | select(startswith("(?<") and (test("\\A...[=!]?\\z") | not)) | .[3:-1]] as $names
  | [$all[] | strings | select(startswith("\\k")) | .[3:-1]] as $used
  | (reduce $names[] as $name ({}; .[$name] = true)) as $known
  | ($all == [] or $all[-1] != null)
    and ($known | length) == ($names | length)
    and ($used | map(in($known)) | all)
    and ($names + $used | map(test("\\A[$_[:alpha:]][$_[:alpha:]\\p{N}]*\\z")) | all)
    and (reduce $all[] as $piece ({open: [], atom: false, groups: 0, back: 0};
        if .bad then .
        else
          $piece[:1] as $first
          | if $first == "(" then
              .atom = false
              | .open += [$piece == "(?=" or $piece == "(?!" or $piece == "(?<=" or $piece == "(?<!"]
              | if .open[-1] or $piece == "(?:" then . else .groups += 1 end
              | if (.open | length) > 199 then .bad = true else . end
            elif $first == ")" then if .open == [] then .bad = true else .atom = (.open[-1] | not) | .open |= .[:-1] end
            elif $first == "|" or $first == "^" or $first == "$" or $piece == "\\b" or $piece == "\\B" then .atom = false
            elif $first == "*" or $first == "+" or $first == "?" or $first == "{" then
              if .atom and ($piece | regex_counts) then .atom = false else .bad = true end
            elif $first == "[" then if $piece | regex_class then .atom = true else .bad = true end
            else
              .atom = true
              | if $piece | test("\\A\\\\[1-9]") then .back = ([.back, ($piece[1:10] | tonumber)] | max) else . end
            end
        end)
      | (.bad | not) and .open == [] and .back <= .groups);
