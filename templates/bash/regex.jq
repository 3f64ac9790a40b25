# The format `regex`: whether a text is a pattern of ECMA-262 with the `u` flag. Syntax only;
# templates/rust/regex_syntax.rs decides the same texts. A class is one token here, and has its own.
def regex_escapes:
  "[dDsSwW]|[pP]\\{(?:(?:(?:General_Category|gc)=)?(?:@CATEGORIES@)|@BINARY@|(?:Script|sc|Script_Extensions|scx)=[A-Z][A-Za-z0-9_]*)\\}"
  + "|[tnvfr]|0(?![0-9])|c[a-zA-Z]|x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}"
  + "|u[0-9a-fA-F]{4}|u\\{0*(?:10[0-9a-fA-F]{4}|[0-9a-fA-F]{1,5})\\}|[\\^$\\\\.*+?()\\[\\]{}|/]";
# The pieces of a text; null where something between them is none.
def regex_tokens($re):
  if . == "" then [] else length as $all | [match($re; "g").string] | if (map(length) | add // 0) == $all then . else null end end;
def regex_hex: explode | reduce .[] as $c (0; . * 16 + (if $c < 58 then $c - 48 elif $c < 71 then $c - 55 else $c - 87 end));
# The character that a piece of a class stands for; -1 for a set.
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
  .[1:-1] | ltrimstr("^") | regex_tokens("[^\\\\]|\\\\(?:[b-]|" + regex_escapes + ")")
  | . != null
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
  regex_tokens("\\[(?:[^\\]\\\\]|\\\\[\\s\\S])*\\]|\\((?:\\?(?:[:=!]|<[=!]|<[^>]*>))?|[*+?]\\??|\\{[0-9]+(?:,[0-9]*)?\\}\\??|[^*+?{}()|^$\\\\\\[\\]]+(?![*+?{])|[^*+?{}\\\\\\[\\]]|\\\\(?:[bB]|[1-9][0-9]*|k<[^>]*>|" + regex_escapes + ")") as $all
  | $all != null
    and (reduce $all[] as $piece ({open: [], atom: false, groups: 0, back: 0, names: [], used: []};
        if .bad then .
        elif $piece[:1] == "(" then
          .atom = false
          | .open += [($piece | test("[=!]\\z")) and ($piece | test("\\A\\(\\?<?[=!]"))]
          | if (.open | length) > 199 then .bad = true else . end
          | if $piece == "(" then .groups += 1
            elif $piece | test("\\A\\(\\?<[^=!]") then
              .groups += 1
              | .names += [$piece[3:-1]]
            elif $piece == "(?<>" then .bad = true
            else .
            end
        elif $piece == ")" then if .open == [] then .bad = true else .atom = (.open[-1] | not) | .open |= .[:-1] end
        elif $piece == "|" or $piece == "^" or $piece == "$" or $piece == "\\b" or $piece == "\\B" then .atom = false
        elif $piece | test("\\A(?:[*+?]|\\{)") then
          if .atom and ($piece | regex_counts) then .atom = false else .bad = true end
        else
          .atom = true
          | if $piece[:1] == "[" then if $piece | regex_class then . else .bad = true end
            elif $piece | test("\\A\\\\[1-9]") then .back = ([.back, ($piece[1:10] | tonumber)] | max)
            elif $piece | test("\\A\\\\k<") then .used += [$piece[3:-1]]
            else .
            end
        end)
      | .names as $names
      | (.bad | not) and .open == [] and .back <= .groups
        and (.names | length) == (.names | unique | length)
        and ((.names + .used) | map(test("\\A[$_[:alpha:]][$_[:alpha:]\\p{N}]*\\z")) | all)
        and ([.used[] | . as $one | $names | index([$one]) != null] | all));
